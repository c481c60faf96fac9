import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { security } from '@almas/locale/screens/security';
import { useState } from 'react';
import { api, useAction } from '../../../platform/network/index.ts';
import { ConfirmDialog } from '../../../ui/ask-dialogs.tsx';
import { Button } from '../../../ui/button.tsx';

const words = security.admin;

/** Signs an account out of all its devices, such as a phone that was lost or sold. */
export function EndSessionsAction({ user }: { readonly user: User }) {
  const [confirming, setConfirming] = useState(false);
  const { run, busy } = useAction(() => api.users.endSessions({ params: { id: user.id } }), {
    success: ({ ended }) => [words.endSessionsDone(ended)],
    failure: words.endSessionsFailed,
    refreshes: ['auditTrail'],
    onDone: () => setConfirming(false),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        {words.endSessions}
      </Button>
      {confirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={words.endSessionsTitle}
          confirmLabel={words.endSessionsConfirm}
          busy={busy}
          onConfirm={() => void run()}
        >
          <p>{words.endSessionsAsk(personName(user))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
