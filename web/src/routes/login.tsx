import { errors } from '@almas/locale/errors';
import { common } from '@almas/locale/screens/common';
import { login as words } from '@almas/locale/screens/login';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import styles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { api } from '../lib/api.ts';
import { messageOf } from '../lib/api-errors.ts';
import { startSession } from '../lib/session.ts';
import { toast } from '../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../ui/field.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export default function LoginPage() {
  useDocumentTitle(words.title);
  const forwarding = useForward();
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  return (
    <Door
      title={words.title}
      text={words.subtitle}
      other={
        <>
          {words.noAccount} <Link to="/register">{words.register}</Link>
        </>
      }
    >
      <LoginForm />
    </Door>
  );
}

function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = { email: String(data.get('email')).trim(), password: String(data.get('password')) };
    const incomplete = body.email === '' || body.password === '';
    setMissing(incomplete);
    if (incomplete || busy) return;
    setBusy(true);
    try {
      const user = await api.accounts.login({ body });
      toast.success(words.success);
      startSession(user);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      setBusy(false);
    }
  };
  return { busy, missing, submit };
}

function LoginForm() {
  const { busy, missing, submit } = useSignIn();
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField label={words.email} name="email" type="email" autoComplete="username" required />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        words={{ show: words.showPassword, hide: words.hidePassword }}
        required
      />
      <FormError text={missing ? errors.REQUIRED_FIELDS : null} />
      <Button type="submit" full busy={busy}>
        {words.submit}
      </Button>
    </form>
  );
}
