import type { ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** For screen readers, instead of the text beside it. */
  readonly name?: string;
  /** The text beside it. */
  readonly children?: ReactNode;
}

/** A box to tick, as large as a finger: one of several that are chosen together. A setting is a Switch. */
export const Checkbox = ({ checked, onChange, name, children }: CheckboxProps) => (
  <label className={`row ${styles.checkbox}`}>
    <input
      type="checkbox"
      aria-label={name}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {children && <span>{children}</span>}
  </label>
);
