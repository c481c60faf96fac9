import { DebitAmount } from '@almas/contract/forms';
import { readTypedAmount } from '@almas/contract/typed-amount';
import type { Transaction } from '@almas/contract/wallet';
import { errors } from '@almas/locale/errors';
import { formatSigned } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { amounts } from '@almas/locale/screens/amounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { api, apiQuery, useConfirmAbove } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useShownFigure } from '../../platform/network/use-shown-figure.ts';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { BalanceChange } from './balance-change.tsx';
import styles from './recharge-form.module.css';

const words = adminWallet.correction;

/** The part of a recharge that is not corrected yet, in DA. */
export const leftOf = ({ amount, corrections = [] }: Transaction): number =>
  corrections.reduce((left, entry) => Math.round((left - entry.amount) * 100) / 100, amount);

/** 0: not an amount that can be taken back. */
function readAmount(text: string): number {
  const typed = readTypedAmount(text);
  return typed.kind === 'amount' ? Math.max(typed.amount, 0) : 0;
}

const rulesFor = (left: number) =>
  z.object({
    amount: typedAmount(
      DebitAmount.max(left, { error: errors.DEBIT_EXCEEDS_TRANSACTION({ available: left }) }),
    ),
    reason: z.string().trim().min(1, { error: words.reasonMissing }),
  });

interface CorrectionFormProps {
  readonly entry: Transaction;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Takes back a wrong credit, wholly or partly, with a reason (AMB-93). */
export function CorrectionForm({ entry, onDone, onCancel }: CorrectionFormProps) {
  const [left, onFailed] = useShownFigure('available', leftOf(entry));
  const above = useConfirmAbove();
  const account = useQuery(apiQuery('users', 'get', { params: { id: entry.userId } }));
  const [toConfirm, setToConfirm] = useState<number | null>(null);
  const { run, busy, fieldMessage, isUnanswered } = useKeyedAction(
    'wallet.debit',
    (key, amount: number, reason: string) =>
      api.wallet.debit({
        params: { id: entry.userId },
        body: {
          transactionId: entry.id,
          amount,
          description: words.description(entry.id, reason.trim()),
          left,
        },
        key,
      }),
    {
      subject: entry.id,
      done: words.done,
      failure: words.failed,
      refreshes: ['wallet', 'users', 'statistics', 'credit', 'auditTrail'],
      onDone,
      onFailed,
    },
  );
  const isSecondTry = isUnanswered(entry.id);
  const form = useForm({
    initial: { amount: '', reason: '' },
    rules: rulesFor(isSecondTry ? Infinity : left),
    onInvalid: (sentence) => fieldMessage.error(sentence),
    onSubmit: ({ amount, reason }) => (amount > above ? setToConfirm(amount) : run(amount, reason)),
    unsaved: { draft: `correction-${entry.id}` },
  });
  const amount = readAmount(form.values.amount) || null;
  // After a lost answer the balance may have been changed already.
  const change = account.data && !isSecondTry && (
    <BalanceChange before={account.data.balance} added={amount === null ? null : -amount} />
  );
  if (toConfirm !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: toConfirm, about: words.about(entry.userName) }]}
        above={above}
        confirmLabel={words.submit}
        busy={busy}
        onConfirm={() => void run(toConfirm, form.values.reason)}
        onChange={() => setToConfirm(null)}
      >
        {change}
      </ConfirmAmount>
    );
  return (
    <Form form={form} aria-label={words.title}>
      <DescriptionList
        items={[
          [words.recharge, <Money key="amount" amount={entry.amount} sign="+" />],
          [words.left, <Money key="left" amount={left} />],
        ]}
      />
      <MoneyField
        label={words.amount}
        bounds={isSecondTry ? undefined : amounts.atMost(left)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={400}
        required
        {...form.field('reason')}
      />
      {entry.method === 'advance' && <p className="dim">{words.ofAdvance}</p>}
      {change}
      <FormButtons submit={words.submit} variant="danger" busy={busy} deciding onCancel={onCancel}>
        <p className={styles.amount}>{amount !== null && formatSigned('− ', amount)}</p>
      </FormButtons>
    </Form>
  );
}
