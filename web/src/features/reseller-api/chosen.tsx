import { Switch } from '../../ui/switch.tsx';

interface ChosenProps<Name extends string> {
  readonly labels: Readonly<Record<Name, string>>;
  readonly chosen: readonly Name[];
  readonly onChange: (chosen: Name[]) => void;
}

/** Several of a fixed list, each with its switch. */
export function Chosen<Name extends string>({ labels, chosen, onChange }: ChosenProps<Name>) {
  return (Object.entries(labels) as [Name, string][]).map(([name, label]) => (
    <Switch
      key={name}
      label={label}
      checked={chosen.includes(name)}
      onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((each) => each !== name))}
    />
  ));
}
