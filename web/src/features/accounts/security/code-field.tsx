import { common } from '@almas/locale/screens/common';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';

/** A form with only such a code. */
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

/** A code of an authenticator application; a phone shows the numeric keyboard and suggests one-time codes. */
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
