import type { User } from '@almas/contract/accounts';
import { errors } from '@almas/locale/errors';
import { common } from '@almas/locale/screens/common';
import { login as words } from '@almas/locale/screens/login';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import styles from '../features/accounts/auth-layout.module.css';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { OperatorContact } from '../features/accounts/operator-contact.tsx';
import type { SignInScreen } from '../features/accounts/security/sign-in-steps.tsx';
import { api } from '../lib/api.ts';
import { ApiError, messageOf } from '../lib/api-errors.ts';
import { sendsPasswordResets } from '../lib/configuration.ts';
import { startSession } from '../lib/session.ts';
import { toast } from '../lib/toast-store.ts';
import { useCall } from '../lib/use-call.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { useInvalidFocus } from '../ui/use-invalid-focus.ts';

const SignInSteps = lazyPart(() => import('../features/accounts/security/sign-in-steps.tsx'));

/** The link of an e-mail: its token stands behind the # and leaves the address as soon as it is read. */
function readResetToken(): SignInScreen | null {
  const token = /^#reset=([\w-]{20,100})$/.exec(window.location.hash)?.[1];
  return token === undefined ? null : { resetToken: token };
}

const enter = (user: User) => {
  toast.success(words.success);
  startSession(user);
};

export default function LoginPage() {
  useDocumentTitle(words.title);
  const forwarding = useForward();
  const [screen, setScreen] = useState(readResetToken);
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  const back = useCallback(() => setScreen(null), []);
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  if (screen) return <SignInSteps screen={screen} onScreen={setScreen} onUser={enter} onBack={back} />;
  return (
    <AuthLayout
      title={words.title}
      text={words.subtitle}
      other={
        <>
          {words.noAccount} <Link to="/register">{words.register}</Link>
        </>
      }
    >
      <LoginForm onScreen={setScreen} />
      <OperatorContact {...words.help} />
    </AuthLayout>
  );
}

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];

function useSignIn(onScreen: (screen: SignInScreen) => void) {
  const [missing, setMissing] = useState<readonly Field[] | null>(null);
  const [offersReset, setOffersReset] = useState(false);
  const signIn = useCall(
    (body: Record<Field, string>, _form: HTMLFormElement) => api.accounts.login({ body }),
    {
      onDone: ({ pending, ...user }) => (pending ? onScreen(pending) : enter(user as User)),
      onFailed: (error, [, form]) => {
        toast.error(messageOf(error, words.failed));
        // The password is what is typed again.
        form.querySelector<HTMLInputElement>('[name=password]')?.select();
        if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
          void sendsPasswordResets().then(setOffersReset);
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = { email: String(data.get('email')).trim(), password: String(data.get('password')) };
    const left = fields.filter((name) => body[name] === '');
    setMissing(left.length > 0 ? left : null);
    if (left.length === 0) void signIn.run(body, form);
  };
  // Until the page of the account is there.
  return { busy: signIn.busy || signIn.done, missing, offersReset, submit };
}

function LoginForm({ onScreen }: { readonly onScreen: (screen: SignInScreen) => void }) {
  const { busy, missing, offersReset, submit } = useSignIn(onScreen);
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
      {offersReset && (
        <Button look="quiet" full onClick={() => onScreen('forgotten')}>
          {words.forgotten}
        </Button>
      )}
    </form>
  );
}
