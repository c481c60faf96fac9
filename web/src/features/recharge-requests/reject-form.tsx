import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { toast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import styles from '../wallet/recharge-form.module.css';
import { useRequestActions } from './use-request-actions.ts';

interface RejectFormProps {
  readonly request: RechargeRequest;
  /** A colleague was quicker. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/**
 * A rejection needs a reason: the button is disabled without one, and submitting by the keyboard without it says why
 * nothing happens (AMB-50). Enter sends, Shift and Enter begins a line.
 */
export function RejectForm({ request, decided, onClose }: RejectFormProps) {
  const [text, setText] = useState('');
  useUnsaved({ changed: text.trim() !== '' });
  const { rejection } = useRequestActions(words.manage, onClose);
  const reason = text.trim();
  const send = () => {
    if (reason === '') return toast.error(...words.dialog.reasonMissing);
    void rejection.run(request.id, reason);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  if (decided && !rejection.busy)
    return (
      <Stack>
        <DecidedNotice subject={{ type: 'recharge-request', id: request.id }} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </Stack>
    );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextAreaField
          label={words.dialog.reason}
          hint={words.dialog.reasonHint}
          required
          rows={3}
          maxLength={1_000}
          value={text}
          data-autofocus
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button look="secondary" onClick={onClose} disabled={rejection.busy}>
            {common.cancel}
          </Button>
          <Button type="submit" look="danger" busy={rejection.busy} disabled={reason === ''}>
            {words.reject}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
