import { common } from '@almas/locale/screens/common';
import { Eye, EyeOff } from 'lucide';
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { icon } from './icons.tsx';

const EyeIcon = icon(Eye);
const EyeOffIcon = icon(EyeOff);

export interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown under the field and referenced by it; the field is then marked as invalid. */
  readonly error?: string | undefined;
  /** The error is the result of a tap: a screen reader announces it immediately. */
  readonly urgent?: boolean | undefined;
  /** Stays under the field beside an error too. */
  readonly note?: ReactNode;
}

interface FrameProps extends Labelled {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly children: ReactNode;
}

export function Frame({ id, label, hint, error, urgent, note, required, children }: FrameProps) {
  return (
    <div className={`column ${styles.field}`}>
      <label htmlFor={id} className={`${styles.label} ${required ? styles.required : ''}`}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role={urgent ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className="note">
          {note}
        </p>
      )}
    </div>
  );
}

/** Props of a text input, whatever its element. */
export const inputClass = styles.input;

export const described = (id: string, { hint, error, note }: Labelled) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [error ? `${id}-error` : hint && `${id}-hint`, note && `${id}-note`].filter(Boolean).join(' ') ||
    undefined,
});

export function TextField({
  label,
  hint,
  error,
  urgent,
  note,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error, urgent, note }} required={rest.required}>
      <input {...described(id, { label, hint, error, note })} {...rest} className={styles.input} />
    </Frame>
  );
}

interface PasswordProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  readonly words: { readonly show: string; readonly hide: string };
}

export function PasswordField({ label, hint, error, urgent, words, ...rest }: PasswordProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Frame {...{ id, label, hint, error, urgent }} required={rest.required}>
      <div className={styles.withButton}>
        <input
          {...described(id, { label, hint, error })}
          {...rest}
          type={shown ? 'text' : 'password'}
          className={styles.input}
        />
        <IconButton
          label={shown ? words.hide : words.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      </div>
    </Frame>
  );
}

interface SelectProps extends Labelled, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The native select: the best choice on a phone, and no extra code. */
export function SelectField({ label, hint, error, options, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }} required={rest.required}>
      <select
        {...described(id, { label, hint, error })}
        {...rest}
        className={`${styles.input} ${styles.select}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The error of a form as a whole. */
export const FormError = ({ text }: { readonly text: string | null | undefined }) =>
  text ? (
    <p className={styles.formError} role="alert">
      {text}
    </p>
  ) : null;

export const optionalLabel = (label: string) => `${label} (${common.optional})`;
