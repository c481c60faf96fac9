import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { newKey } from '../../../lib/money-calls.ts';
import { apiQuery } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { DecidedNotice } from '../../audit-trail/decided-notice.tsx';
import { BalanceChange } from '../../wallet/balance-change.tsx';
import { amountOf } from '../request-fields.ts';
import { RequestCard } from './request-card.tsx';

const words = adminFreeFire.refusal;
const formId = 'refuse-request';

interface DecisionProps {
  readonly request: FreeFireRequest;
  /** A colleague was quicker. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** A reason, or nothing happens: an empty one cancels. Shows what goes back to the reseller first. */
export default function RefuseDialog({ request, decided, onClose }: DecisionProps) {
  const [key] = useState(newKey);
  const reseller = useQuery(apiQuery('users', 'get', { params: { id: request.userId } }));
  const { run, busy } = useAction(
    (note: string) => api.freeFire.refuse({ params: { id: request.id }, body: { note }, key }),
    {
      success: [words.done],
      failure: adminFreeFire.failed,
      refreshes: ['freeFire', 'statistics', 'auditTrail', 'users', 'wallet'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: { reason: '' },
    onSubmit: ({ reason }) => (reason.trim() === '' ? onClose() : run(reason.trim())),
  });
  if (decided && !busy)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={words.title}
        footer={<Button onClick={onClose}>{common.close}</Button>}
      >
        <Stack>
          <RequestCard request={request} />
          <DecidedNotice subject={{ type: 'free-fire-request', id: request.id }} />
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      locked={busy}
      footer={
        <FormButtons
          form={formId}
          submit={words.submit}
          look="danger"
          busy={busy}
          deciding
          onCancel={onClose}
        />
      }
    >
      <Form form={form} id={formId}>
        <RequestCard request={request} />
        {reseller.data && <BalanceChange before={reseller.data.balance} added={amountOf(request)} />}
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          maxLength={1000}
          data-autofocus
          {...form.field('reason')}
        />
      </Form>
    </Dialog>
  );
}
