import { limits } from '@almas/contract/limits';
import { login } from '@almas/locale/screens/login';
import { register } from '@almas/locale/screens/register';
import * as z from 'zod';
import { PasswordField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import { usePasswordWarning } from './use-password-warning.ts';

const eye = { show: login.showPassword, hide: login.hidePassword };

export const noPassword = { password: '', confirmation: '' };
type NewPassword = typeof noPassword;

interface NewPasswordFieldsProps {
  readonly form: Pick<ReturnType<typeof useForm<NewPassword>>, 'values' | 'field'>;
  readonly label: string;
  readonly confirmation: string;
}

/** A new password, typed twice. */
export function NewPasswordFields({ form, label, confirmation }: NewPasswordFieldsProps) {
  const { said, check } = usePasswordWarning(form.values.password);
  return (
    <>
      <PasswordField
        label={label}
        hint={register.passwordHint}
        autoComplete="new-password"
        words={eye}
        required
        onBlur={check}
        {...form.field('password')}
        {...said}
      />
      <PasswordField
        label={confirmation}
        autoComplete="new-password"
        words={eye}
        required
        {...form.field('confirmation')}
      />
    </>
  );
}

/** The mistake of a new password, as one of the form as a whole. */
export function judgeNewPassword({ password, confirmation }: NewPassword, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['form'], message });
  if (password === '') refuse('REQUIRED_FIELDS');
  else if (password !== confirmation) refuse('PASSWORDS_DIFFER');
  else if (password.length < limits.passwordMinLength) refuse('PASSWORD_TOO_SHORT');
}

export const newPasswordRules = z
  .object({ password: z.string(), confirmation: z.string() })
  .superRefine(judgeNewPassword);
