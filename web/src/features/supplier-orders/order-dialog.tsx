import { SupplierCost, SupplierOrderInput, SupplierQuantity } from '@almas/contract/forms';
import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import * as z from 'zod';
import { typedAmount, typedCount } from '../../lib/typed-rules.ts';
import { api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = supplierOrders.order;

interface OrderDialogProps {
  readonly connection: SupplierConnection;
  readonly onClose: () => void;
}

/** Orders codes of one offer by hand. */
export const OrderDialog = ({ connection, onClose }: OrderDialogProps) => (
  <Dialog onClose={onClose} title={words.title(connection.supplierName)} size="sm">
    <OrderForm connection={connection} onClose={onClose} />
  </Dialog>
);

const rules = z.object({
  offerId: SupplierOrderInput.shape.offerId,
  quantity: typedCount(SupplierQuantity),
  maxCost: typedAmount(SupplierCost),
});

function OrderForm({ connection: { id, articles }, onClose }: OrderDialogProps) {
  const { run, busy } = useKeyedAction(
    'supplierOrders.order',
    (key, body: z.output<typeof rules>) =>
      api.supplierOrders.order({ body: { connectionId: id, ...body }, key }),
    {
      subject: ({ offerId }) => `${id}-${offerId}`,
      done: words.done,
      failure: words.failed,
      lost: words.lost,
      refreshes: ['supplierOrders', 'auditTrail'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: { offerId: articles[0]?.offerId ?? '', quantity: '', maxCost: '' },
    rules,
    onSubmit: run,
    unsaved: { draft: `supplier-order-of-${id}` },
  });
  return (
    <Form form={form}>
      <SelectField
        label={words.offer}
        options={articles.map(({ offerId, offerName }) => ({ value: offerId, label: offerName }))}
        {...form.field('offerId')}
      />
      <TextField
        label={words.quantity}
        inputMode="numeric"
        required
        data-autofocus
        {...form.field('quantity')}
      />
      <MoneyField label={words.maxCost} required {...form.field('maxCost')} />
      <FormButtons submit={words.send} busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
