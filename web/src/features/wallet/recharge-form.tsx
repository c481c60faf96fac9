import type { User } from '@almas/contract/accounts';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { BalanceChange } from './balance-change.tsx';
import { readAmount } from './read-amount.ts';
import styles from './recharge-form.module.css';
import { useRecharge } from './use-recharge.ts';

const words = adminRecharges.recharge;

interface RechargeFormProps {
  /** null: nobody has been chosen yet. */
  readonly user: User | null;
  readonly noteLabel: string;
  /** Sent when the note stays blank; absent: the server's own. */
  readonly defaultNote?: string;
  /** The field's own lower bound and step (USR-16); without them decimals work (AMB-65). */
  readonly wholeNumbers?: boolean;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** Amount, note, and what they will do to the balance, before anything is sent. */
export function RechargeForm({
  user,
  noteLabel,
  defaultNote = '',
  wholeNumbers,
  onDone,
  onCancel,
}: RechargeFormProps) {
  const [amount, setAmount] = useState({ text: '', unreadable: false });
  const [note, setNote] = useState('');
  const { submit, busy } = useRecharge(() => {
    setAmount({ text: '', unreadable: false });
    setNote('');
    onDone();
  });
  const read = readAmount(amount.text, amount.unreadable);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit(user?.id ?? null, read, note.trim() || defaultNote);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextField
          label={words.amount}
          type="number"
          inputMode="decimal"
          autoComplete="off"
          {...(wholeNumbers ? { min: 1, step: 1 } : { step: 'any' })}
          {...(onCancel && { 'data-autofocus': true })}
          value={amount.text}
          onChange={({ currentTarget }) =>
            setAmount({ text: currentTarget.value, unreadable: currentTarget.validity.badInput })
          }
        />
        <TextField
          label={noteLabel}
          hint={words.textHint}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {user && <BalanceChange before={user.balance} added={typeof read === 'number' ? read : null} />}
        <div className={styles.buttons}>
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
