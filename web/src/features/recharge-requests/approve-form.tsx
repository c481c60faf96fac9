import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { BalanceChange } from '../wallet/balance-change.tsx';
import styles from '../wallet/recharge-form.module.css';
import { useRequestActions } from './use-request-actions.ts';

interface RequestFormProps {
  readonly request: RechargeRequest;
  /** A colleague was quicker. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** What the approval will do to the balance, and an optional note; blank: the service's own. */
export function ApproveForm({ request, decided, onClose }: RequestFormProps) {
  const [note, setNote] = useState('');
  useUnsaved({ changed: note.trim() !== '' });
  const { approval } = useRequestActions(words.manage, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void approval.run(request.id, note.trim());
  };
  if (decided && !approval.busy)
    return (
      <Stack>
        <DecidedNotice subject={{ type: 'recharge-request', id: request.id }} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {request.userInfo && request.userInfo.status !== 'active' && (
          <Notice tone="failed" title={words.inactiveAccount} />
        )}
        {request.userInfo && <BalanceChange before={request.userInfo.balance} added={request.amount} />}
        <TextField
          label={words.dialog.note}
          hint={words.dialog.noteHint}
          maxLength={1_000}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button look="secondary" onClick={onClose} disabled={approval.busy}>
            {common.cancel}
          </Button>
          <DecidingButton type="submit" busy={approval.busy}>
            {words.approve}
          </DecidingButton>
        </div>
      </Stack>
    </form>
  );
}
