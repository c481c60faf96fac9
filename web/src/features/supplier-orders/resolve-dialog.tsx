import { SupplierCost, SupplierOutcome, SupplierResolution } from '@almas/contract/forms';
import { supplierLimits } from '@almas/contract/limits';
import type { SupplierOrder } from '@almas/contract/supplier-orders';
import { codes as codeWords } from '@almas/locale/screens/codes';
import { supplierOrders as words } from '@almas/locale/screens/supplier-orders';
import { useMemo, useState } from 'react';
import * as z from 'zod';
import { hiddenField, typedAmountOrNone } from '../../lib/typed-rules.ts';
import { ApiError, api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Lead } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CodePreview } from '../codes/code-preview.tsx';
import { type ImportList, useImportList } from '../codes/import-list.ts';
import { readText } from '../codes/reader/read-codes.ts';

interface ResolveDialogProps {
  readonly order: SupplierOrder;
  readonly onClose: () => void;
}

/** A person says what became of an order, with the evidence for it. */
export default function ResolveDialog({ order, onClose }: ResolveDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.resolveTitle(order.reference)} size="sm">
      <ResolveForm order={order} onClose={onClose} />
    </Dialog>
  );
}

const decision = z.object({ evidence: SupplierResolution.shape.evidence, codes: z.string() });
const rules = z.discriminatedUnion('outcome', [
  decision.extend({ outcome: SupplierOutcome.extract(['delivered']), cost: typedAmountOrNone(SupplierCost) }),
  decision.extend({ outcome: SupplierOutcome.exclude(['delivered']), cost: hiddenField }),
]);
const outcomes = SupplierOutcome.options.map((value) => ({ value, label: words.outcomes[value] }));

function ResolveForm({ order: { id, status, topUp }, onClose }: ResolveDialogProps) {
  // As the form was opened: one that is sent meanwhile is another question.
  const [expectedStatus] = useState(status);
  const { run, busy, fieldMessage } = useKeyedAction(
    'supplierOrders.resolve',
    (key, { outcome, evidence, cost }: z.output<typeof rules>, { codes, serials, expiresOn }: ImportList) => {
      const delivered = {
        cost,
        codes: [...codes],
        ...(serials.some((serial) => serial !== '') && { serials: [...serials] }),
        ...(expiresOn && { expiresOn }),
      };
      const body = { outcome, evidence, expectedStatus, ...(outcome === 'delivered' && delivered) };
      return api.supplierOrders.resolve({ params: { id }, body, key });
    },
    {
      subject: id,
      done: words.resolved,
      failure: words.resolveFailed,
      lost: words.resolveLost,
      refreshes: ['supplierOrders', 'freeFire', 'codeBatches', 'products', 'stock', 'auditTrail'],
      onDone: onClose,
      onFailed: (error) => {
        if (error instanceof ApiError && error.code === 'SUPPLIER_ORDER_SENT') onClose();
      },
    },
  );
  const form = useForm({
    initial: { outcome: 'failed', evidence: '', cost: '', codes: '' },
    rules,
    onSubmit: (values): void => {
      if (reading && list.codes.length === 0) fieldMessage.error(codeWords.invalid);
      else void run(values, list);
    },
    unsaved: { draft: `supplier-order-${id}`, secret: ['codes'] },
  });
  const isPaid = form.values.outcome === 'delivered';
  // A top-up has none.
  const pasted = isPaid && !topUp ? form.values.codes : '';
  const reading = useMemo(() => (pasted.trim() === '' ? null : readText(pasted)), [pasted]);
  const { list, preview } = useImportList(reading, {});
  return (
    <Form form={form}>
      <Lead>{words.resolveText}</Lead>
      {expectedStatus !== 'planned' && (
        <SelectField label={words.outcome} options={outcomes} {...form.field('outcome')} />
      )}
      <TextField
        label={words.evidence}
        hint={words.evidenceHint}
        maxLength={supplierLimits.evidenceLength}
        required
        data-autofocus
        {...form.field('evidence')}
      />
      {isPaid && (
        <>
          <MoneyField label={words.paid} required {...form.field('cost')} />
          {!topUp && (
            <TextAreaField
              label={words.codes}
              hint={words.codesHint}
              maxLength={60_000}
              rows={6}
              {...form.field('codes')}
            />
          )}
          {reading?.kind === 'refused' && <FormError text={codeWords.refused[reading.reason](null)} />}
          {preview && <CodePreview preview={preview} />}
        </>
      )}
      <FormButtons submit={words.save} busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
