import type { FreeFireRequest } from '@almas/contract/free-fire';
import type { SupplierOrder } from '@almas/contract/supplier-orders';
import { formatAmount } from '@almas/locale/formats';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useState } from 'react';
import * as z from 'zod';
import { api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Lead } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { TopUpChoice } from './use-top-ups.ts';

const words = supplierOrders.topUp;
const rules = z.object({ connectionId: z.string() });

interface TopUpDialogProps {
  readonly request: FreeFireRequest;
  readonly choices: readonly TopUpChoice[];
  /** The last order of the request, which has failed; undefined: there was none. */
  readonly failed: SupplierOrder | undefined;
  readonly onClose: () => void;
}

/** Sends a pending Free Fire request to a supplier, after its cost was shown. */
export default function TopUpDialog(props: TopUpDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={words.title} size="sm">
      <TopUpForm {...props} />
    </Dialog>
  );
}

function TopUpForm({ request: { id, playerId, offerName }, choices, failed, onClose }: TopUpDialogProps) {
  // As it was seen on opening: after a lost response, the same order; after one that has failed since, a new one.
  const [after] = useState(failed?.id ?? '');
  const costOf = (connectionId: string) =>
    choices.find((each) => each.connectionId === connectionId)?.maxCost;
  const { run, busy } = useKeyedAction(
    'supplierOrders.topUp',
    (key, { connectionId }: z.output<typeof rules>) =>
      api.supplierOrders.topUp({
        body: { connectionId, requestId: id, expectedMaxCost: costOf(connectionId) },
        key,
      }),
    {
      subject: ({ connectionId }) => `${connectionId}-${id}-${after}-${costOf(connectionId)}`,
      done: words.done,
      failure: words.failed,
      lost: words.lost,
      refreshes: ['supplierOrders', 'freeFire', 'auditTrail'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: { connectionId: choices[0]?.connectionId ?? '' },
    rules,
    onSubmit: run,
    unsaved: { draft: `top-up-${id}` },
  });
  return (
    <Form form={form}>
      <Lead>{words.text(offerName, playerId)}</Lead>
      <SelectField
        label={words.supplier}
        options={choices.map(({ connectionId, supplierName, maxCost }) => ({
          value: connectionId,
          label: words.choice(supplierName, formatAmount(maxCost)),
        }))}
        {...form.field('connectionId')}
      />
      <FormButtons submit={words.send} busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
