import type { User } from '@almas/contract/accounts';
import { common } from '@almas/locale/screens/common';
import { login as words } from '@almas/locale/screens/login';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import styles from '../features/accounts/auth-layout.module.css';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { OperatorContact } from '../features/accounts/operator-contact.tsx';
import type { SignInScreen } from '../features/accounts/security/sign-in-steps.tsx';
import { toastsOf } from '../lib/toast-store.ts';
import { Link, useDocumentTitle, useLocation, useNavigate } from '../platform/navigation/index.ts';
import { ApiError, api, messageOf, sendsPasswordResets, useCall } from '../platform/network/index.ts';
import { hasKeptDrafts, isTillDevice, startSession, tillIsLeft } from '../platform/session/index.ts';
import { Button } from '../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

const TillPicker = lazyPart(() => import('../features/staff/till-picker.tsx'));
const SignInSteps = lazyPart(() => import('../features/accounts/security/sign-in-steps.tsx'));

/** The link of an e-mail: its token stands behind the #. */
function resetOf(hash: string): SignInScreen | null {
  const token = /^reset=([\w-]{20,100})$/.exec(hash)?.[1];
  return token === undefined ? null : { resetToken: token };
}

const say = toastsOf('sign-in');

const enter = (user: User) => {
  say.success(words.success);
  startSession(user);
};

export default function LoginPage() {
  useDocumentTitle(words.title);
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [screen, setScreen] = useState(() => resetOf(hash));
  // The session may begin before a step ends: the recovery codes are shown once.
  const forwarding = useForward(screen !== null);
  // The token leaves the address as soon as it is read; a link may be opened in a window that shows this page already.
  useEffect(() => {
    if (hash === '') return;
    setScreen((before) => resetOf(hash) ?? before);
    void navigate({ to: '/login', state: true, replace: true, ignoreBlocker: true });
  }, [hash, navigate]);
  const back = useCallback(() => setScreen(null), []);
  const [isTill, setIsTill] = useState(isTillDevice);
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  if (screen) {
    const end = (user: User) => {
      enter(user);
      back();
    };
    return <SignInSteps say={say} screen={screen} onScreen={setScreen} onUser={end} onBack={back} />;
  }
  if (isTill) return <TillPicker onAccount={() => setIsTill(false)} />;
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

/** Whether the browser keeps a cookie of this page. `navigator.cookieEnabled` is true even where the user blocks all of them. */
function keepsCookies(): boolean {
  // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API exists on secure pages only.
  document.cookie = 'almas-kept=1';
  const isKept = document.cookie.includes('almas-kept');
  document.cookie = 'almas-kept=;max-age=0';
  // biome-ignore-end lint/suspicious/noDocumentCookie: see above.
  return isKept;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}
/** `form`: about both fields. */
type Wrong = { readonly [Name in keyof Credentials | 'form']?: string };

/** The sentence is at the field that is empty, and above the form when both are. */
function missing({ email, password }: Credentials): Wrong {
  const sentence = common.requiredFields;
  if (email.trim() !== '') return password === '' ? { password: sentence } : {};
  return password === '' ? { form: sentence, email: '', password: '' } : { email: sentence };
}

/**
 * The fields hold their own text: what was typed or filled in before the scripts arrived is what is sent. The form library is not part
 * of this page's first load.
 */
function useSignIn(onScreen: (screen: SignInScreen) => void) {
  const [offersReset, setOffersReset] = useState(false);
  const send = async (body: Credentials, _form: HTMLFormElement) => {
    await tillIsLeft();
    return api.accounts.login({ body });
  };
  const signIn = useCall(send, {
    onDone: ({ pending, ...user }) => (pending ? onScreen(pending) : enter(user as User)),
    onFailed: (error, [, form]) => {
      say.error(messageOf(error, words.failed));
      // Only the password is typed again.
      form.querySelector<HTMLInputElement>('[name=password]')?.select();
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS')
        void sendsPasswordResets().then(setOffersReset);
    },
  });
  const [wrong, setWrong] = useState<Wrong>({});
  const focusWrong = useRef(false);
  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const credentials = { email: String(typed.get('email')).trim(), password: String(typed.get('password')) };
    const found = missing(credentials);
    setWrong(found);
    focusWrong.current = Object.keys(found).length > 0;
    if (focusWrong.current) return;
    // Cookies are blocked: the session would not be kept.
    if (keepsCookies()) void signIn.run(credentials, form);
    else say.error(words.cookiesBlocked);
  };
  const field = (name: keyof Credentials) => ({
    name,
    error: wrong[name] || undefined,
    ...(wrong[name] !== undefined && { 'aria-invalid': true as const }),
    // An edit clears the error of its field, and a mark without a sentence.
    onChange: () => {
      focusWrong.current = false;
      setWrong(({ email, password }) =>
        name === 'password' && email ? { email } : name === 'email' && password ? { password } : {},
      );
    },
  });
  // Until the page of the account is there.
  return { form: { submit, focusWrong }, field, wrong, busy: signIn.busy || signIn.done, offersReset };
}

/** Why the sign-in came in the middle of the work. */
function SessionEnded() {
  const ended = useLocation({ select: ({ state }) => state.ended === true });
  const [hasDrafts] = useState(hasKeptDrafts);
  if (!ended) return null;
  return (
    <Notice
      tone="waiting"
      title={words.ended.title}
      text={hasDrafts ? `${words.ended.text} ${words.ended.drafts}` : words.ended.text}
    />
  );
}

function LoginForm({ onScreen }: { readonly onScreen: (screen: SignInScreen) => void }) {
  const { form, field, wrong, busy, offersReset } = useSignIn(onScreen);
  return (
    <Form form={form} className={styles.form}>
      <SessionEnded />
      <FormError text={wrong.form} />
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        required
        urgent
        {...field('email')}
      />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        words={{ show: words.showPassword, hide: words.hidePassword }}
        required
        urgent
        {...field('password')}
      />
      <Button type="submit" full busy={busy}>
        {words.submit}
      </Button>
      {offersReset && (
        <Button variant="quiet" full onClick={() => onScreen('forgotten')}>
          {words.forgotten}
        </Button>
      )}
    </Form>
  );
}
