import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { newKey } from '../../../lib/money-call.ts';
import { apiQuery } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { BalanceChange } from '../../wallet/balance-change.tsx';
import { amountOf } from '../request-fields.ts';
import { RequestCard } from './request-card.tsx';
import { settle } from './settle.ts';

const words = adminFreeFire.refusal;
const formId = 'refuse-request';

interface DecisionProps {
  readonly request: FreeFireRequest;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A reason, or nothing happens: an empty one cancels (SPEC §5). Shows what goes back to the reseller first. */
export default function RefuseDialog({ request, onClose, onDone }: DecisionProps) {
  const [reason, setReason] = useState('');
  const [key] = useState(newKey);
  const reseller = useQuery(apiQuery('users', 'get', { params: { id: request.userId } }));
  const { run, busy } = useAction(
    () =>
      settle(
        api.freeFire.refuse({ params: { id: request.id }, body: { note: reason.trim() }, key }),
        onClose,
      ),
    {
      success: [words.done],
      failure: adminFreeFire.failed,
      refreshes: ['freeFire', 'statistics', 'users', 'wallet'],
      onDone,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') onClose();
    else void run();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      locked={busy}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" look="danger" form={formId} busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <RequestCard request={request} />
          {reseller.data && <BalanceChange before={reseller.data.balance} added={amountOf(request)} />}
          <TextField
            label={words.reason}
            hint={words.reasonHint}
            maxLength={1000}
            autoComplete="off"
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
