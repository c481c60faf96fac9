import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import buttons from '../../ui/form-buttons.module.css';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { BalanceChange } from '../wallet/balance-change.tsx';
import { useRequestActions } from './use-request-actions.ts';

export interface DecisionFormProps {
  readonly request: RechargeRequest;
  /** A colleague was quicker. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** What the approval will do to the balance, and an optional note; blank: the service's own. */
export function ApproveForm({ request, decided, onClose }: DecisionFormProps) {
  const { approval } = useRequestActions(words.manage, onClose);
  const form = useForm({
    initial: { note: '' },
    onSubmit: ({ note }) => approval.run(request.id, note.trim()),
    unsaved: true,
  });
  if (decided && !approval.busy) return <DecidedRequest id={request.id} onClose={onClose} />;
  return (
    <Form form={form}>
      {request.userInfo && request.userInfo.status !== 'active' && (
        <Notice tone="failed" title={words.inactiveAccount} />
      )}
      {request.userInfo && <BalanceChange before={request.userInfo.balance} added={request.amount} />}
      <TextField
        label={words.dialog.note}
        hint={words.dialog.noteHint}
        maxLength={1_000}
        data-autofocus
        {...form.field('note')}
      />
      <FormButtons submit={words.approve} busy={approval.busy} deciding onCancel={onClose} />
    </Form>
  );
}

interface DecidedRequestProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Instead of a form about a request that a colleague has decided meanwhile. */
export const DecidedRequest = ({ id, onClose }: DecidedRequestProps) => (
  <Stack>
    <DecidedNotice subject={{ type: 'recharge-request', id }} />
    <div className={buttons.buttons}>
      <Button onClick={onClose}>{common.close}</Button>
    </div>
  </Stack>
);
