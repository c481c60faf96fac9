import type { User } from '@almas/contract/accounts';
import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { formatAmount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, useRef, useState } from 'react';
import { useConfirmAbove } from '../../lib/configuration.ts';
import { toast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { BalanceChange } from './balance-change.tsx';
import { rechargeMistake } from './check-recharge.ts';
import styles from './recharge-form.module.css';
import { useRecharge } from './use-recharge.ts';

const words = adminRecharges.recharge;
const smallest = { whole: 1, decimal: 0.01 };

interface RechargeFormProps {
  /** null: no reseller has been chosen yet. */
  readonly user: User | null;
  readonly noteLabel: string;
  /** Sent when the note stays blank; absent: the server's own. */
  readonly defaultNote?: string;
  /** The field's own lower bound and step (USR-16); without them decimals work (AMB-65). */
  readonly wholeNumbers?: boolean;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** What is typed, what it means, and what keeps it from being sent. */
function useDraft(wholeNumbers: boolean) {
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [mistake, setMistake] = useState<string>();
  const typed = readTypedAmount(text);
  return {
    text,
    note,
    setNote,
    mistake,
    amount: typed.kind === 'amount' && typed.amount > 0 ? typed.amount : null,
    setText: (next: string) => {
      setText(next);
      setMistake(undefined);
    },
    check: () => {
      const found = rechargeMistake(typed, wholeNumbers);
      setMistake(found ?? undefined);
      return found;
    },
    clear: () => {
      setText('');
      setNote('');
    },
  };
}

/** Amount, note, and what they will do to the balance, before anything is sent. A large amount is asked once more. */
export function RechargeForm({
  user,
  noteLabel,
  defaultNote = '',
  wholeNumbers = false,
  onDone,
  onCancel,
}: RechargeFormProps) {
  const draft = useDraft(wholeNumbers);
  useUnsaved({ changed: draft.text + draft.note !== '' });
  const above = useConfirmAbove();
  const [asked, setAsked] = useState<number | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const { run, busy } = useRecharge(() => {
    setAsked(null);
    draft.clear();
    onDone();
  });
  const recharge = (amount: number) => user && void run(user.id, amount, draft.note.trim() || defaultNote);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const mistake = draft.check();
    if (mistake !== null || user === null || draft.amount === null) {
      if (mistake !== null) field.current?.querySelector('input')?.focus();
      return toast.error(user === null ? words.missing : (mistake ?? words.invalid));
    }
    if (draft.amount > above) setAsked(draft.amount);
    else recharge(draft.amount);
  };
  if (asked !== null && user !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: asked, about: personName(user) }]}
        above={above}
        confirmLabel={common.confirm}
        busy={busy}
        onConfirm={() => recharge(asked)}
        onChange={() => setAsked(null)}
      >
        <BalanceChange before={user.balance} added={asked} />
      </ConfirmAmount>
    );
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <div ref={field}>
          <MoneyField
            label={words.amount}
            bounds={common.amount.between(
              wholeNumbers ? smallest.whole : smallest.decimal,
              limits.rechargeMax,
            )}
            {...(wholeNumbers ? { min: 1, step: 1 } : { step: 'any' })}
            {...(onCancel && { 'data-autofocus': true })}
            value={draft.text}
            error={draft.mistake}
            onChange={draft.setText}
          />
        </div>
        <TextField
          label={noteLabel}
          hint={words.textHint}
          maxLength={500}
          value={draft.note}
          onChange={(event) => draft.setNote(event.currentTarget.value)}
        />
        {user && <BalanceChange before={user.balance} added={draft.amount} />}
        <div className={styles.buttons}>
          <p className={styles.amount}>{draft.amount !== null && `+ ${formatAmount(draft.amount)}`}</p>
          {onCancel && (
            <Button look="secondary" onClick={onCancel} disabled={busy}>
              {common.cancel}
            </Button>
          )}
          <Button type="submit" busy={busy}>
            {words.submit}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
