import { TextField } from '../../../ui/field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly hint?: string;
}

/** A code of an authenticator application; a phone shows its digits and offers what it knows. */
export const CodeField = ({ label, hint }: CodeFieldProps) => (
  <TextField
    label={label}
    hint={hint}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    inputMode={hint ? 'text' : 'numeric'}
    maxLength={20}
    data-autofocus
    required
  />
);

export const codeOf = (form: HTMLFormElement): string => String(new FormData(form).get('code') ?? '').trim();
