import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { login } from '@almas/locale/screens/login';
import { register } from '@almas/locale/screens/register';
import type { FormEvent } from 'react';
import { PasswordField } from '../../../ui/field.tsx';
import { usePasswordWarning } from './use-password-warning.ts';

const eye = { show: login.showPassword, hide: login.hidePassword };

/** A new password, typed twice. */
export function NewPasswordFields({
  label,
  confirmation,
}: {
  readonly label: string;
  readonly confirmation: string;
}) {
  const { said, check, forget } = usePasswordWarning();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        hint={register.passwordHint}
        {...said}
        autoComplete="new-password"
        words={eye}
        required
        onBlur={(event) => check(event.currentTarget.value)}
        onChange={forget}
      />
      <PasswordField
        label={confirmation}
        name="confirmation"
        autoComplete="new-password"
        words={eye}
        required
      />
    </>
  );
}

/** The password of the form, or what is wrong with it. */
export function readNewPassword(event: FormEvent<HTMLFormElement>): {
  password: string;
  problem: string | null;
} {
  const data = new FormData(event.currentTarget);
  const password = String(data.get('password') ?? '');
  if (password === '') return { password, problem: errors.REQUIRED_FIELDS };
  if (password !== data.get('confirmation')) return { password, problem: errors.PASSWORDS_DIFFER };
  return { password, problem: password.length < limits.passwordMinLength ? errors.PASSWORD_TOO_SHORT : null };
}
