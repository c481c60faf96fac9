import { useId } from 'react';
import field from './field.module.css';
import styles from './segmented.module.css';

export interface SegmentedProps<V extends string> {
  /** The label of the choice; for screen readers only, unless it is shown. */
  readonly label: string;
  /** Shows the label above, like that of a field. */
  readonly labelled?: boolean;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** Of one line on a phone. */
const most = 4;

/** A choice between a few visible options. */
export function Segmented<V extends string>({
  label,
  labelled,
  value,
  options,
  onChange,
}: SegmentedProps<V>) {
  const name = useId();
  const choice = (
    <fieldset
      className={`${styles.segmented} ${options.length > most ? styles.many : ''}`}
      aria-labelledby={labelled ? `${name}-label` : undefined}
    >
      {!labelled && <legend className="visually-hidden">{label}</legend>}
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
  if (!labelled) return choice;
  return (
    <div className={`column ${field.field}`}>
      <span id={`${name}-label`} className={field.label}>
        {label}
      </span>
      {choice}
    </div>
  );
}
