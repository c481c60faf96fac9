import { login } from '@almas/locale/screens/login';
import { register as words } from '@almas/locale/screens/register';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../../ui/field.tsx';
import styles from './door.module.css';
import { accountProblem, type RegistrationFields } from './registration.ts';

export interface StepProps {
  readonly fields: RegistrationFields;
  readonly edit: (change: Partial<RegistrationFields>) => void;
  readonly onDone: () => void;
}

const eye = { show: login.showPassword, hide: login.hidePassword };

/** Step 1: the address and the password. */
export function AccountStep({ fields, edit, onDone }: StepProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = accountProblem(fields);
    setProblem(found);
    if (!found) onDone();
  };
  const change = (name: keyof RegistrationFields) => ({
    name,
    value: fields[name],
    required: true,
    'aria-invalid': problem !== null && fields[name].trim() === '' ? true : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setProblem(null);
      edit({ [name]: event.currentTarget.value });
    },
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField label={words.email} type="email" autoComplete="username" {...change('email')} />
      <PasswordField
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        words={eye}
        {...change('password')}
      />
      <PasswordField
        label={words.confirmation}
        autoComplete="new-password"
        words={eye}
        {...change('confirmation')}
      />
      <FormError text={problem} />
      <Button type="submit" full>
        {words.continue}
      </Button>
    </form>
  );
}
