import { common } from '@almas/locale/screens/common';
import { register as words } from '@almas/locale/screens/register';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForward } from '../app/use-forward.ts';
import { AccountStep } from '../features/accounts/account-step.tsx';
import styles from '../features/accounts/door.module.css';
import { Door } from '../features/accounts/door.tsx';
import { ProfileStep } from '../features/accounts/profile-step.tsx';
import { emptyRegistration, type RegistrationFields } from '../features/accounts/registration.ts';
import { api } from '../lib/api.ts';
import { ApiError, messageOf } from '../lib/api-errors.ts';
import { startSession } from '../lib/session.ts';
import { toast } from '../lib/toast-store.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** These refusals are about the fields of step 1. */
const aboutStepOne = new Set<unknown>(['EMAIL_TAKEN', 'INVALID_EMAIL', 'WEAK_PASSWORD', 'PASSWORDS_DIFFER']);

function useRegistration() {
  const [fields, setFields] = useState(emptyRegistration);
  const [step, setStep] = useState<1 | 2>(1);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const user = await api.accounts.register({ body: { ...fields, email: fields.email.trim() } });
      toast.success(words.success);
      await navigate({ to: '/login' });
      startSession(user);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      if (error instanceof ApiError && aboutStepOne.has(error.code)) setStep(1);
      setBusy(false);
    }
  };
  const edit = (change: Partial<RegistrationFields>) => setFields((before) => ({ ...before, ...change }));
  return { fields, edit, step, setStep, busy, send };
}

export default function RegisterPage() {
  useDocumentTitle(words.title);
  const { fields, edit, step, setStep, busy, send } = useRegistration();
  const forwarding = useForward();
  if (forwarding) return <PageSpinner text={common.loadingProfile} />;
  return (
    <Door
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
        <AccountStep fields={fields} edit={edit} onDone={() => setStep(2)} />
      ) : (
        <ProfileStep fields={fields} edit={edit} busy={busy} onBack={() => setStep(1)} onDone={send} />
      )}
    </Door>
  );
}
