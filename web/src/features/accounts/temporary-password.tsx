import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './temporary-password.module.css';

const words = adminUsers.password;

/** Asks for confirmation first; the password is kept only in this component and discarded when its dialog closes (AMB-24). */
export function TemporaryPassword({ user }: { readonly user: User }) {
  const [confirming, setConfirming] = useState(false);
  const [given, setGiven] = useState<string | null>(null);
  const { run, busy } = useAction(() => api.users.resetPassword({ params: { id: user.id } }), {
    failure: words.failed,
    lost: words.lost,
    refreshes: ['auditTrail'],
    onDone: ({ temporaryPassword }) => {
      setConfirming(false);
      setGiven(temporaryPassword);
    },
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        {words.action}
      </Button>
      {confirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={words.title}
          confirmLabel={words.confirm}
          busy={busy}
          onConfirm={() => void run()}
        >
          <p>{words.ask(personName(user))}</p>
        </ConfirmDialog>
      )}
      {given !== null && (
        <Dialog
          onClose={() => setGiven(null)}
          title={words.shownTitle}
          size="sm"
          isResult
          footer={<Button onClick={() => setGiven(null)}>{words.done}</Button>}
        >
          <Shown password={given} />
        </Dialog>
      )}
    </>
  );
}

const Shown = ({ password }: { readonly password: string }) => (
  <div className="column gap-14">
    <p>{words.shown}</p>
    <output className={styles.password} aria-label={words.label}>
      {password}
    </output>
    <CopyButton text={password} done={words.copied} failed={words.copyFailed} />
  </div>
);
