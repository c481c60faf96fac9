import { FormError } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './reseller-api.module.css';

interface ChosenProps<Name extends string> {
  readonly label: string;
  readonly labels: Readonly<Record<Name, string>>;
  readonly value: readonly Name[];
  readonly onChange: (value: Name[]) => void;
  readonly error?: string | undefined;
  readonly 'aria-invalid'?: true;
}

/** Several of a fixed list, each with its switch. */
export function Chosen<Name extends string>({
  label,
  labels,
  value,
  onChange,
  error,
  'aria-invalid': invalid,
}: ChosenProps<Name>) {
  return (
    <fieldset className={`column gap-6 ${styles.chosen}`} aria-invalid={invalid}>
      <legend>{label}</legend>
      {(Object.entries(labels) as [Name, string][]).map(([name, text]) => (
        <Switch
          key={name}
          label={text}
          checked={value.includes(name)}
          onChange={(on) => onChange(on ? [...value, name] : value.filter((each) => each !== name))}
        />
      ))}
      <FormError text={error} />
    </fieldset>
  );
}
