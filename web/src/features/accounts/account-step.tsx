import { login } from '@almas/locale/screens/login';
import { register as words } from '@almas/locale/screens/register';
import { Button } from '../../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import styles from './auth-layout.module.css';
import { accountFields, type RegistrationForm, registrationField } from './registration.ts';
import { usePasswordWarning } from './security/use-password-warning.ts';

const eye = { show: login.showPassword, hide: login.hidePassword };

/** Step 1: email and password. */
export function AccountStep({ form }: { readonly form: RegistrationForm }) {
  const field = registrationField(form, accountFields);
  const { said, check } = usePasswordWarning(form.values.password, [form.values.email]);
  return (
    <Form form={form} className={styles.form}>
      <FormError text={form.mistake('form')} />
      <TextField label={words.email} type="email" autoComplete="username" {...field('email')} />
      <PasswordField
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        words={eye}
        {...field('password')}
        {...said}
        onBlur={check}
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
    </Form>
  );
}
