import type { SignIn, SignInStep, User } from '@almas/contract/accounts';
import { login } from '@almas/locale/screens/login';
import { security } from '@almas/locale/screens/security';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import type { ToastFunctions } from '../../../lib/toast-store.ts';
import { ApiError, api, messageOf, OfflineError, useCall } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { PageSpinner } from '../../../ui/spinner.tsx';
import { useForm } from '../../../ui/use-form.ts';
import styles from '../auth-layout.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { CodeField, useCodeForm } from './code-field.tsx';
import EnrolmentForm, { type Enrolment } from './enrolment-form.tsx';
import { NewPasswordFields, newPasswordRules, noPassword } from './new-password-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const words = security.signIn;

/** The step shown instead of the sign-in form. */
export type SignInScreen = SignInStep | 'forgotten' | { readonly resetToken: string };

interface SignInStepsProps {
  readonly screen: SignInScreen;
  readonly onUser: (user: User) => void;
  readonly onScreen: (screen: SignInScreen) => void;
  /** The toasts of the sign-in; those of a step replace those of the step before. */
  readonly say: ToastFunctions;
  /** Returns to the form. */
  readonly onBack: () => void;
}

type StepProps = Omit<SignInStepsProps, 'screen'> & { readonly onResult: (result: SignIn) => void };

/** The steps after the password, and the resets of a password. */
export default function SignInSteps({ screen, ...rest }: SignInStepsProps) {
  const onResult = (result: SignIn) => {
    if (result.pending) rest.onScreen(result.pending);
    else rest.onUser(result as User);
  };
  const props = { ...rest, onResult };
  if (typeof screen === 'object') return <ResetStep {...props} token={screen.resetToken} />;
  if (screen === 'forgotten') return <ForgottenStep {...props} />;
  if (screen === 'enrolment') return <EnrolmentStep {...props} />;
  return screen === 'password' ? <PasswordStep {...props} /> : <SecondFactorStep {...props} />;
}

/** Sends one step; an expired sign-in restarts. `lost`: what is said once a press may have done its work without an answer. */
function useStep({ say, onBack }: Pick<StepProps, 'say' | 'onBack'>, lost?: string) {
  const isUnanswered = useRef(false);
  return useCall((send: () => Promise<void>) => send(), {
    onFailed: (error) => {
      const code = error instanceof ApiError && error.code;
      // The press that had no answer may have used the link or the step.
      const isUsed = isUnanswered.current && (code === 'RESET_LINK_INVALID' || code === 'SIGN_IN_EXPIRED');
      const isLost = error instanceof OfflineError && error.reason !== 'offline';
      say.error(((isLost || isUsed) && lost) || messageOf(error, words.failed));
      if (isLost) isUnanswered.current = true;
      if (code === 'SIGN_IN_EXPIRED' || (isUsed && lost)) onBack();
    },
  });
}

interface FrameProps {
  readonly title: string;
  readonly text: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

const Frame = ({ title, text, onBack, children }: FrameProps) => (
  <AuthLayout
    title={title}
    text={text}
    other={
      <Button variant="quiet" onClick={onBack}>
        {words.back}
      </Button>
    }
  >
    {children}
  </AuthLayout>
);

function SecondFactorStep({ say, onResult, onBack }: StepProps) {
  const { busy, run } = useStep({ say, onBack });
  const form = useCodeForm((code) =>
    run(async () => onResult(await api.signIn.secondFactor({ body: { code } }))),
  );
  return (
    <Frame title={words.secondFactorTitle} text={words.secondFactorText} onBack={onBack}>
      <Form form={form} className={styles.form}>
        <CodeField form={form} label={words.code} hint={words.codeHint} />
        <FormError text={form.mistake('form')} />
        <Button type="submit" full busy={busy}>
          {login.submit}
        </Button>
      </Form>
    </Frame>
  );
}

function EnrolmentStep({ say, onResult, onBack }: StepProps) {
  const { busy, run } = useStep({ say, onBack }, security.enrolmentLost);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [done, setDone] = useState<SignIn & { readonly recoveryCodes: readonly string[] }>();
  useEffect(() => {
    api.signIn.beginEnrolment().then(setEnrolment, (error: unknown) => {
      say.error(messageOf(error, words.failed));
      onBack();
    });
  }, [say, onBack]);
  const onCode = (code: string) =>
    void run(async () => setDone(await api.signIn.confirmEnrolment({ body: { code } })));
  return (
    <Frame title={words.enrolmentTitle} text={words.enrolmentText} onBack={onBack}>
      {done ? (
        <RecoveryCodes codes={done.recoveryCodes} onDone={() => onResult(done)} />
      ) : enrolment ? (
        <EnrolmentForm enrolment={enrolment} busy={busy} onCode={onCode} />
      ) : (
        <PageSpinner text={words.enrolmentText} />
      )}
    </Frame>
  );
}

/** A new password, typed twice; `onPassword` receives it once it satisfies the rules of the screen. */
function PasswordForm({
  busy,
  onPassword,
}: {
  readonly busy: boolean;
  readonly onPassword: (password: string) => void;
}) {
  const form = useForm({
    initial: noPassword,
    rules: newPasswordRules,
    onSubmit: ({ password }) => onPassword(password),
  });
  return (
    <Form form={form} className={styles.form}>
      <NewPasswordFields form={form} label={words.password} confirmation={words.confirmation} />
      <FormError text={form.mistake('form')} />
      <Button type="submit" full busy={busy}>
        {words.submit}
      </Button>
    </Form>
  );
}

function PasswordStep({ say, onResult, onBack }: StepProps) {
  const { busy, run } = useStep({ say, onBack }, security.passwordLost);
  const send = (password: string) =>
    void run(async () => onResult(await api.signIn.setPassword({ body: { password } })));
  return (
    <Frame title={words.passwordTitle} text={words.passwordText} onBack={onBack}>
      <PasswordForm busy={busy} onPassword={send} />
    </Frame>
  );
}

const forgottenRules = z.object({ email: z.string().trim().min(1, { error: 'REQUIRED_FIELDS' }) });

function ForgottenStep({ say, onBack }: StepProps) {
  const { busy, run } = useStep({ say, onBack });
  const send = (email: string) =>
    run(async () => {
      await api.signIn.requestReset({ body: { email } });
      say.success(words.sent);
      onBack();
    });
  const form = useForm({
    initial: { email: '' },
    rules: forgottenRules,
    onSubmit: ({ email }) => send(email),
  });
  return (
    <Frame title={words.forgottenTitle} text={words.forgottenText} onBack={onBack}>
      <Form form={form} className={styles.form}>
        <TextField
          label={login.email}
          type="email"
          autoComplete="username"
          required
          {...form.field('email')}
        />
        <Button type="submit" full busy={busy}>
          {words.send}
        </Button>
      </Form>
    </Frame>
  );
}

function ResetStep({ token, say, onBack }: StepProps & { readonly token: string }) {
  const { busy, run } = useStep({ say, onBack }, security.passwordLost);
  const send = (password: string) =>
    void run(async () => {
      await api.signIn.completeReset({ body: { token, password } });
      say.success(words.resetDone);
      onBack();
    });
  return (
    <Frame title={words.resetTitle} text={words.resetText} onBack={onBack}>
      <PasswordForm busy={busy} onPassword={send} />
    </Frame>
  );
}
