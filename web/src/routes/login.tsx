import { errors } from '@almas/locale/errors';
import { common } from '@almas/locale/screens/common';
import { login as words } from '@almas/locale/screens/login';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import styles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { OperatorContact } from '../features/accounts/operator-contact.tsx';
import { api } from '../lib/api.ts';
import { messageOf } from '../lib/api-errors.ts';
import { startSession } from '../lib/session.ts';
import { toast } from '../lib/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { useInvalidFocus } from '../ui/use-invalid-focus.ts';

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
      <OperatorContact {...words.help} />
    </Door>
  );
}

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];

function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Field[] | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = { email: String(data.get('email')).trim(), password: String(data.get('password')) };
    const left = fields.filter((name) => body[name] === '');
    setMissing(left.length > 0 ? left : null);
    if (left.length > 0 || busy) return;
    setBusy(true);
    try {
      const user = await api.accounts.login({ body });
      toast.success(words.success);
      startSession(user);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      setBusy(false);
      // The password is what is typed again.
      form.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
  };
  return { busy, missing, submit };
}

function LoginForm() {
  const { busy, missing, submit } = useSignIn();
  const form = useInvalidFocus(missing);
  /** The sentence stands at the first field that is left; the other one is marked. */
  const problem = (name: Field) => ({
    name,
    required: true,
    urgent: true,
    error: missing?.[0] === name ? errors.REQUIRED_FIELDS : undefined,
    ...(missing?.includes(name) && { 'aria-invalid': true }),
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField label={words.email} type="email" autoComplete="username" {...problem('email')} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        words={{ show: words.showPassword, hide: words.hidePassword }}
        {...problem('password')}
      />
      <Button type="submit" full busy={busy}>
        {words.submit}
      </Button>
    </form>
  );
}
