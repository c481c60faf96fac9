import { common } from '@almas/locale/screens/common';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';

/** A form that asks for such a code alone. */
export const useCodeForm = (onCode: (code: string) => unknown) =>
  useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { form: common.requiredFields } : {}),
    onSubmit: ({ code }) => onCode(code.trim()),
  });

interface CodeFieldProps {
  readonly form: ReturnType<typeof useCodeForm>;
  readonly label: string;
  readonly hint?: string;
}

/** A code of an authenticator application; a phone shows its digits and offers what it knows. */
export const CodeField = ({ form, label, hint }: CodeFieldProps) => (
  <TextField
    label={label}
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    inputMode={hint ? 'text' : 'numeric'}
    maxLength={20}
    data-autofocus
    required
    {...form.field('code')}
  />
);
