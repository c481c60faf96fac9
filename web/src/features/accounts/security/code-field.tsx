import * as z from 'zod';
import { TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';

// The server says what is wrong with a code: it may be one of two kinds.
const rules = z
  .object({ code: z.string().trim() })
  .refine(({ code }) => code !== '', { error: 'REQUIRED_FIELDS', path: ['form'] });

/** A form with only such a code. */
export const useCodeForm = (onCode: (code: string) => unknown) =>
  useForm({
    initial: { code: '' },
    rules,
    onSubmit: ({ code }) => onCode(code),
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
