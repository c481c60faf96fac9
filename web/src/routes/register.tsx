import { common } from '@almas/locale/screens/common';
import { register as words } from '@almas/locale/screens/register';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import { AccountStep } from '../features/accounts/account-step.tsx';
import styles from '../features/accounts/auth-layout.module.css';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ProfileStep } from '../features/accounts/profile-step.tsx';
import {
  emptyRegistration,
  type FieldProblem,
  type RegistrationFields,
  refusedProblem,
} from '../features/accounts/registration.ts';
import { api } from '../lib/api.ts';
import { ApiError, messageOf } from '../lib/api-errors.ts';
import { startSession } from '../lib/session.ts';
import { toast } from '../lib/toast-store.ts';
import { useCall } from '../lib/use-call.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { useDraft, useUnsaved } from '../ui/use-unsaved.ts';

function useRegistration() {
  const [fields, setFields] = useDraft('registration', emptyRegistration);
  // Each step is an entry of the history: Back from the second shows the first. No password outlives the page.
  const atProfile = useLocation({ select: ({ state }) => state.registrationStep === 2 });
  const [accountDone, setAccountDone] = useState(false);
  const step = atProfile && accountDone ? 2 : 1;
  const { history } = useRouter();
  const [refused, setRefused] = useState<FieldProblem | null>(null);
  const navigate = useNavigate();
  const registration = useCall(
    () => api.accounts.register({ body: { ...fields, email: fields.email.trim() } }),
    {
      onDone: async (user) => {
        toast.success(words.success);
        await navigate({ to: '/login' });
        startSession(user);
      },
      onFailed: (error) => {
        const sentence = messageOf(error, words.failed);
        const problem = error instanceof ApiError ? refusedProblem(error.code, sentence) : null;
        setRefused(problem);
        if (problem) history.back();
        else toast.error(sentence);
      },
    },
  );
  const busy = registration.busy || registration.done;
  useUnsaved({
    changed: !busy && Object.values(fields).some((text) => text !== ''),
    // A password is kept nowhere.
    draft: { name: 'registration', value: { ...fields, password: '', confirmation: '' } },
  });
  const edit = (change: Partial<RegistrationFields>) => setFields((before) => ({ ...before, ...change }));
  const goOn = () => {
    setRefused(null);
    setAccountDone(true);
    if (!atProfile)
      void navigate({ to: '/register', state: (state) => ({ ...state, registrationStep: 2 as const }) });
  };
  return { fields, edit, step, goBack: () => history.back(), goOn, refused, busy, send: registration.run };
}

export default function RegisterPage() {
  useDocumentTitle(words.title);
  const { fields, edit, step, goBack, goOn, refused, busy, send } = useRegistration();
  const forwarding = useForward();
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  return (
    <AuthLayout
      title={words.title}
      text={`${words.step(step)} : ${step === 1 ? words.stepAccount : words.stepProfile}`}
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
      {step === 1 ? (
        <AccountStep fields={fields} edit={edit} refused={refused} onDone={goOn} />
      ) : (
        <ProfileStep fields={fields} edit={edit} busy={busy} onBack={goBack} onDone={send} />
      )}
    </AuthLayout>
  );
}
