import type { User } from '@almas/contract/accounts';
import { colon } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { register as words } from '@almas/locale/screens/register';
import { useRef, useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import { AccountStep } from '../features/accounts/account-step.tsx';
import styles from '../features/accounts/auth-layout.module.css';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ProfileStep } from '../features/accounts/profile-step.tsx';
import {
  accountRules,
  emptyRegistration,
  profileRules,
  type RegistrationFields,
  refusedRegistrationField,
} from '../features/accounts/registration.ts';
import { toastsOf } from '../lib/toast-store.ts';
import { Link, useDocumentTitle, useLocation, useRouter } from '../platform/navigation/index.ts';
import { ApiError, api, messageOf, useCall } from '../platform/network/index.ts';
import { startSession } from '../platform/session/index.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { isChanged, useForm } from '../ui/use-form.ts';

const say = toastsOf('registration');

/** The account that this email and password open; undefined: they do not open one alone. */
async function signedIn({ email, password }: RegistrationFields): Promise<User | undefined> {
  const answer = await api.accounts.login({ body: { email, password } }).catch(() => undefined);
  return answer && !answer.pending ? (answer as User) : undefined;
}

function useRegistration() {
  // Each step is an entry of the history: Back from the second shows the first. No password outlives the page.
  const atProfile = useLocation({ select: ({ state }) => state.registrationStep === 2 });
  const [accountDone, setAccountDone] = useState(false);
  const step = atProfile && accountDone ? 2 : 1;
  const router = useRouter();
  const { history } = router;
  const unanswered = useRef('');
  const registration = useCall(
    async (fields: RegistrationFields): Promise<User> => {
      const body = { ...fields, email: fields.email.trim() };
      try {
        return await api.accounts.register({ body });
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN';
        // The try before it has registered the account, if its password is the same: its response was lost.
        const user = isTaken && unanswered.current === body.email ? await signedIn(body) : undefined;
        if (user) return user;
        if (!(error instanceof ApiError) || error.status >= 500) unanswered.current = body.email;
        throw error;
      }
    },
    {
      onDone: async (user) => {
        say.success(words.success);
        await router.navigate({ to: '/login' });
        startSession(user);
      },
      onFailed: (error) => {
        const sentence = messageOf(error, words.failed);
        const field = error instanceof ApiError && refusedRegistrationField(error.code);
        if (!field) return say.error(sentence);
        form.setMistakes({ [field]: sentence });
        history.back();
      },
    },
  );
  const busy = registration.busy || registration.done;
  const goOn = () => {
    setAccountDone(true);
    if (!atProfile)
      void router.navigate({
        to: '/register',
        state: { ...history.location.state, registrationStep: 2 },
      });
  };
  const form = useForm({
    initial: emptyRegistration,
    rules: step === 1 ? accountRules : profileRules,
    onSubmit: (fields) => (step === 1 ? goOn() : registration.run(fields)),
    unsaved: {
      draft: 'registration',
      secret: ['password', 'confirmation'],
      asks: !busy,
      changed: (fields) => isChanged(fields, emptyRegistration),
    },
  });
  return { form, step, goBack: () => history.back(), busy };
}

export default function RegisterPage() {
  useDocumentTitle(words.title);
  const { form, step, goBack, busy } = useRegistration();
  const forwarding = useForward();
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  return (
    <AuthLayout
      title={words.title}
      text={`${words.step(step)}${colon}${step === 1 ? words.stepAccount : words.stepProfile}`}
      other={
        <>
          {words.haveAccount} <Link to="/login">{words.login}</Link>
        </>
      }
    >
      <div className={styles.steps} aria-hidden="true">
        <span className={styles.reached} />
        <span className={step === 2 ? styles.reached : ''} />
      </div>
      {step === 1 ? <AccountStep form={form} /> : <ProfileStep form={form} busy={busy} onBack={goBack} />}
    </AuthLayout>
  );
}
