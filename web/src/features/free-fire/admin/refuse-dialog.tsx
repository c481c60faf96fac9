import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { api, apiQuery } from '../../../platform/network/index.ts';
import { useKeyedAction } from '../../../platform/network/use-call-keys.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ReasonChoices } from '../../business/reason-choices.tsx';
import { BalanceChange } from '../../wallet/balance-change.tsx';
import { amountOf } from '../request-fields.ts';
import { DecidedDialog, type RequestDecisionProps } from './decided-dialog.tsx';
import { RequestCard } from './request-card.tsx';

const words = adminFreeFire.refusal;
const formId = 'refuse-request';

/** A second attempt after a lost response refunds once. */
export default function RefuseDialog({ request, decided, onClose }: RequestDecisionProps) {
  const { run, busy } = useKeyedAction(
    'freeFire.refuse',
    (key, note: string) => api.freeFire.refuse({ params: { id: request.id }, body: { note }, key }),
    {
      subject: request.id,
      done: words.done,
      failure: adminFreeFire.failed,
      lost: common.network.decisionLost,
      refreshes: ['freeFire', 'statistics', 'auditTrail', 'users', 'wallet'],
      onDone: onClose,
    },
  );
  if (decided && !busy) return <DecidedDialog request={request} title={words.title} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      locked={busy}
      footer={
        <FormButtons
          form={formId}
          submit={words.submit}
          variant="danger"
          busy={busy}
          deciding
          onCancel={onClose}
        />
      }
    >
      <RefuseForm request={request} onRefuse={(reason) => (reason === '' ? onClose() : void run(reason))} />
    </Dialog>
  );
}

interface RefuseFormProps {
  readonly request: FreeFireRequest;
  /** Receives the trimmed reason. An empty one cancels: nothing is sent. */
  readonly onRefuse: (reason: string) => void;
}

/** Shows the refund first. */
function RefuseForm({ request, onRefuse }: RefuseFormProps) {
  const reseller = useQuery(apiQuery('users', 'get', { params: { id: request.userId } }));
  const form = useForm({
    initial: { reason: '' },
    onSubmit: ({ reason }) => onRefuse(reason.trim()),
    unsaved: { draft: `refuse-${request.id}` },
  });
  return (
    <Form form={form} id={formId}>
      <RequestCard request={request} />
      {reseller.data && <BalanceChange before={reseller.data.balance} added={amountOf(request)} />}
      <ReasonChoices
        kind="freeFire"
        chosen={form.values.reason}
        onChoose={(reason) => form.set({ reason })}
      />
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={1000}
        data-autofocus
        {...form.field('reason')}
      />
    </Form>
  );
}
