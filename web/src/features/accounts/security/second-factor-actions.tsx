import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { security } from '@almas/locale/screens/security';
import { useState } from 'react';
import { api, useAction } from '../../../platform/network/index.ts';
import { ConfirmDialog } from '../../../ui/ask-dialogs.tsx';
import { Button } from '../../../ui/button.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';

const words = security.admin;

/** Support actions for a reseller's second factor: require it, and reset it after a lost phone. */
export function SecondFactorActions({ user }: { readonly user: User }) {
  const [confirming, setConfirming] = useState(false);
  const required = user.secondFactorRequired;
  const demand = useAction(
    () => api.users.requireSecondFactor({ params: { id: user.id }, body: { required: !required } }),
    {
      success: ({ secondFactorRequired }) => [secondFactorRequired ? words.requireDone : words.unrequireDone],
      failure: words.requireFailed,
      refreshes: ['users', 'auditTrail'],
    },
  );
  const reset = useAction(() => api.users.resetSecondFactor({ params: { id: user.id } }), {
    success: [words.resetDone],
    failure: words.resetFailed,
    refreshes: ['users', 'auditTrail'],
    onDone: () => setConfirming(false),
  });
  return (
    <>
      <DecidingButton
        variant="secondary"
        subject={String(required)}
        busy={demand.busy}
        onClick={() => void demand.run()}
      >
        {required ? words.unrequire : words.require}
      </DecidingButton>
      {user.secondFactor && (
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          {words.reset}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={words.resetTitle}
          confirmLabel={words.resetConfirm}
          busy={reset.busy}
          onConfirm={() => void reset.run()}
        >
          <p>{words.resetAsk(personName(user))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
