import { login } from '@almas/locale/screens/login';
import { security } from '@almas/locale/screens/security';
import { useState } from 'react';
import * as z from 'zod';
import { api, useAction } from '../../../platform/network/index.ts';
import { useMe, useUnsaved } from '../../../platform/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { FormError, PasswordField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import EnrolmentForm, { type Enrolment } from './enrolment-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

const words = security.factor;
const currentPassword = z
  .object({ password: z.string() })
  .refine(({ password }) => password !== '', { error: 'REQUIRED_FIELDS', path: ['form'] });

/** Whether a second factor protects the account; turns it on and off where the account may. */
export function SecondFactorPanel({ selfService }: { readonly selfService: boolean }) {
  const me = useMe();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  // Closing their dialog asks first, because they are shown once.
  useUnsaved({ changed: codes !== undefined });
  const confirm = useAction((code: string) => api.security.confirmSecondFactor({ body: { code } }), {
    failure: words.failed,
    lost: words.confirmLost,
    refreshes: ['accounts', 'security'],
    onDone: ({ recoveryCodes }) => {
      setEnrolment(undefined);
      setCodes(recoveryCodes);
    },
  });
  // It may be active already, after an answer that was lost: its secret is of no use once the factor is turned off.
  if (enrolment && me.secondFactor) setEnrolment(undefined);
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  if (enrolment)
    return (
      <EnrolmentForm enrolment={enrolment} busy={confirm.busy} onCode={(code) => void confirm.run(code)} />
    );
  return (
    <div className="column gap-16">
      <p>{me.secondFactor ? words.on : words.off}</p>
      {me.secondFactor ? (
        <Protected selfService={selfService && !me.secondFactorRequired} onCodes={setCodes} />
      ) : selfService ? (
        <Begin onEnrolment={setEnrolment} />
      ) : (
        <p className={styles.note}>{words.support}</p>
      )}
    </div>
  );
}

function Begin({ onEnrolment }: { readonly onEnrolment: (enrolment: Enrolment) => void }) {
  const begin = useAction((password: string) => api.security.beginSecondFactor({ body: { password } }), {
    failure: words.failed,
    onDone: onEnrolment,
  });
  const form = useForm({
    initial: { password: '' },
    rules: currentPassword,
    onSubmit: ({ password }) => begin.run(password),
  });
  return (
    <Form form={form}>
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        words={{ show: login.showPassword, hide: login.hidePassword }}
        required
        {...form.field('password')}
      />
      <FormError text={form.mistake('form')} />
      <Button type="submit" busy={begin.busy}>
        {words.begin}
      </Button>
    </Form>
  );
}

interface ProtectedProps {
  readonly selfService: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Protected({ selfService, onCodes }: ProtectedProps) {
  const renew = useAction(() => api.security.renewRecoveryCodes(), {
    failure: words.renewFailed,
    lost: words.renewLost,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const remove = useAction(() => api.security.removeSecondFactor(), {
    success: [words.removed],
    failure: words.removeFailed,
    refreshes: ['accounts'],
  });
  return (
    <div className="wrap gap-10">
      <DecidingButton variant="secondary" busy={renew.busy} onClick={() => void renew.run()}>
        {words.renew}
      </DecidingButton>
      {selfService && (
        <DecidingButton variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
          {words.remove}
        </DecidingButton>
      )}
    </div>
  );
}
