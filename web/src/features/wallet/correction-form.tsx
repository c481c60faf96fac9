import { readTypedAmount } from '@almas/contract/typed-amount';
import type { Transaction } from '@almas/contract/wallet';
import { errors } from '@almas/locale/errors';
import { formatAmount } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useConfirmAbove } from '../../lib/configuration.ts';
import { newKey } from '../../lib/money-call.ts';
import { apiQuery } from '../../lib/queries.ts';
import { toast } from '../../lib/toast-store.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/figures.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { BalanceChange } from './balance-change.tsx';
import styles from './recharge-form.module.css';

const words = adminWallet.correction;

/** What has not been taken back yet of a recharge, in DA. */
export const leftOf = ({ amount, corrections = [] }: Transaction): number =>
  corrections.reduce((left, entry) => Math.round((left - entry.amount) * 100) / 100, amount);

interface CorrectionFormProps {
  readonly entry: Transaction;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Takes a wrong credit back, whole or in part, with its reason (AMB-93). */
export function CorrectionForm({ entry, onDone, onCancel }: CorrectionFormProps) {
  const left = leftOf(entry);
  const above = useConfirmAbove();
  const account = useQuery(apiQuery('users', 'get', { params: { id: entry.userId } }));
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [mistakes, setMistakes] = useState<{ amount?: string; reason?: string }>({});
  const [asked, setAsked] = useState<number | null>(null);
  const [key] = useState(newKey);
  const { run, busy } = useAction(
    (amount: number) =>
      api.wallet.debit({
        params: { id: entry.userId },
        body: {
          transactionId: entry.id,
          amount,
          description: words.description(entry.id, reason.trim()),
        },
        key,
      }),
    {
      success: [words.done],
      failure: words.failed,
      refreshes: ['wallet', 'users', 'statistics', 'auditTrail'],
      onDone,
    },
  );
  const typed = readTypedAmount(text);
  const amount = typed.kind === 'amount' && typed.amount > 0 ? typed.amount : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrongAmount =
      amount === null
        ? errors.DEBIT_AMOUNT_INVALID
        : amount > left
          ? errors.DEBIT_EXCEEDS_TRANSACTION({ available: left })
          : undefined;
    const wrongReason = reason.trim() === '' ? words.reasonMissing : undefined;
    setMistakes({
      ...(wrongAmount && { amount: wrongAmount }),
      ...(wrongReason && { reason: wrongReason }),
    });
    const wrong = wrongAmount ?? wrongReason;
    if (wrong || amount === null) return toast.error(wrong ?? errors.DEBIT_AMOUNT_INVALID);
    if (amount > above) setAsked(amount);
    else void run(amount);
  };
  const change = account.data && (
    <BalanceChange before={account.data.balance} added={amount === null ? null : -amount} />
  );
  if (asked !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: asked, about: words.about(entry.userName) }]}
        above={above}
        confirmLabel={words.submit}
        busy={busy}
        onConfirm={() => void run(asked)}
        onChange={() => setAsked(null)}
      >
        {change}
      </ConfirmAmount>
    );
  return (
    <form onSubmit={submit} noValidate aria-label={words.title}>
      <Stack>
        <DescriptionList
          items={[
            [words.recharge, <Money key="amount" amount={entry.amount} sign="+" />],
            [words.left, <Money key="left" amount={left} />],
          ]}
        />
        <MoneyField
          label={words.amount}
          bounds={common.amount.atMost(left)}
          value={text}
          error={mistakes.amount}
          data-autofocus
          onChange={(next) => {
            setText(next);
            setMistakes({});
          }}
        />
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          maxLength={400}
          required
          value={reason}
          error={mistakes.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMistakes({});
          }}
        />
        {change}
        <div className={styles.buttons}>
          <p className={styles.amount}>{amount !== null && `− ${formatAmount(amount)}`}</p>
          <Button look="secondary" onClick={onCancel} disabled={busy}>
            {common.cancel}
          </Button>
          <DecidingButton type="submit" look="danger" busy={busy}>
            {words.submit}
          </DecidingButton>
        </div>
      </Stack>
    </form>
  );
}
