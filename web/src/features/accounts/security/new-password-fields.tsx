import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { login } from '@almas/locale/screens/login';
import { register } from '@almas/locale/screens/register';
import { PasswordField } from '../../../ui/field.tsx';
import type { Mistakes, useForm } from '../../../ui/use-form.ts';
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

/** The errors of the new password. */
export function newPasswordMistakes({ password, confirmation }: NewPassword): Mistakes<NewPassword> {
  if (password === '') return { form: errors.REQUIRED_FIELDS };
  if (password !== confirmation) return { form: errors.PASSWORDS_DIFFER };
  return password.length < limits.passwordMinLength ? { form: errors.PASSWORD_TOO_SHORT } : {};
}
