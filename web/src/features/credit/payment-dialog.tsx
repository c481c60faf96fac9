import type { PaymentReceipt } from '@almas/contract/credit';
import { DebtPaymentMethod } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { editableAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { credit } from '@almas/locale/screens/credit';
import { useState } from 'react';
import * as z from 'zod';
import { api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useKeptValue } from '../../platform/network/use-shown-figure.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { Button } from '../../ui/button.tsx';
import { Lead, Row } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useForm } from '../../ui/use-form.ts';
import { debtAmount } from './credit-forms.tsx';

const ReceiptDialog = lazyDialog(() => import('./receipt-dialog.tsx'));
const words = credit.payment;
const methods = DebtPaymentMethod.options.map((value) => ({ value, label: credit.methods[value] }));

/** Who pays, and what is owed. */
interface Debtor {
  readonly userId: string;
  readonly userName: string;
  readonly debt: number;
  readonly overdue: number;
}

interface PaymentDialogProps {
  readonly debtor: Debtor;
  /** On a round, and of who does not see the transfers. */
  readonly inCash?: boolean;
  readonly onClose: () => void;
}

/** What a reseller pays, in three taps: open, an amount, « Encaisser »; then the receipt. */
export default function PaymentDialog({ debtor, inCash = false, onClose }: PaymentDialogProps) {
  const [receipt, setReceipt] = useState<PaymentReceipt | null>(null);
  if (receipt) return <ReceiptDialog receipt={receipt} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={words.title(debtor.userName)} size="sm">
      <PaymentForm debtor={debtor} inCash={inCash} onDone={setReceipt} onCancel={onClose} />
    </Dialog>
  );
}

interface PaymentFormProps {
  readonly debtor: Debtor;
  readonly inCash: boolean;
  readonly onDone: (receipt: PaymentReceipt) => void;
  readonly onCancel: () => void;
}

function PaymentForm({
  debtor: { userId, debt: owed, overdue },
  inCash,
  onDone,
  onCancel,
}: PaymentFormProps) {
  const isOnline = useOnline();
  const { run, busy, fieldMessage, isUnanswered } = useKeyedAction(
    'credit.pay',
    (key, amount: number, method: DebtPaymentMethod, note: string) =>
      api.credit.pay({ params: { id: userId }, body: { amount, method, note }, key }),
    {
      subject: userId,
      done: words.done,
      failure: words.failed,
      lost: words.lost,
      refreshes: ['credit', 'auditTrail'],
      onDone,
    },
  );
  const isSecondTry = isUnanswered(userId);
  const debt = useKeptValue(busy || isSecondTry, owed);
  const form = useForm({
    initial: { amount: '', method: 'cash' as DebtPaymentMethod, note: '' },
    rules: z.object({
      amount: debtAmount(isSecondTry ? Infinity : debt),
      method: DebtPaymentMethod,
      note: z.string().trim(),
    }),
    onInvalid: (sentence) => fieldMessage.error(sentence),
    onSubmit: ({ amount, method, note }) => run(amount, method, note),
    unsaved: { draft: `payment-${inCash ? 'cash-' : ''}${userId}` },
  });
  const fill = (amount: number) => form.set({ amount: editableAmount(amount) });
  return (
    <Form form={form}>
      <Lead>{words.owes(debt)}</Lead>
      {!isOnline && <Notice tone="failed" title={words.offline} text={words.offlineText} />}
      <Row>
        {overdue > 0 && overdue < debt && (
          <Button variant="secondary" onClick={() => fill(overdue)}>
            {words.overdue(overdue)}
          </Button>
        )}
        <Button variant="secondary" onClick={() => fill(debt)}>
          {words.all(debt)}
        </Button>
      </Row>
      {!inCash && (
        <Segmented
          label={words.method}
          labelled
          value={form.values.method}
          options={methods}
          onChange={(method) => form.set({ method })}
        />
      )}
      <MoneyField
        label={words.amount(form.values.method)}
        bounds={isSecondTry ? undefined : amounts.atMost(debt)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField
        label={words.note}
        hint={words.noteHint}
        maxLength={limits.creditNoteLength}
        {...form.field('note')}
      />
      <FormButtons submit={words.submit} busy={busy} disabled={!isOnline} deciding onCancel={onCancel} />
    </Form>
  );
}
