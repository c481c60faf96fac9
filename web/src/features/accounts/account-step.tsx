import { login } from '@almas/locale/screens/login';
import { register as words } from '@almas/locale/screens/register';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import styles from './auth-layout.module.css';
import { accountFields, accountProblem, type FieldProblem, type RegistrationFields } from './registration.ts';
import { usePasswordWarning } from './security/use-password-warning.ts';
import { useRegistrationProblem } from './use-registration-problem.ts';

export interface StepProps {
  readonly fields: RegistrationFields;
  readonly edit: (change: Partial<RegistrationFields>) => void;
  readonly onDone: () => void;
}

const eye = { show: login.showPassword, hide: login.hidePassword };

interface AccountStepProps extends StepProps {
  /** What the server refused about these fields. */
  readonly refused: FieldProblem | null;
}

/** Step 1: the address and the password. */
export function AccountStep({ fields, edit, refused, onDone }: AccountStepProps) {
  const { form, field, setProblem } = useRegistrationProblem(fields, edit, accountFields, refused);
  const { said, check } = usePasswordWarning([fields.email]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = accountProblem(fields);
    setProblem(found);
    if (!found) onDone();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField label={words.email} type="email" autoComplete="username" {...field('email')} />
      <PasswordField
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        words={eye}
        {...field('password')}
        {...said}
        onBlur={(event) => check(event.currentTarget.value)}
      />
      <PasswordField
        label={words.confirmation}
        autoComplete="new-password"
        words={eye}
        {...field('confirmation')}
      />
      <Button type="submit" full>
        {words.continue}
      </Button>
    </form>
  );
}
