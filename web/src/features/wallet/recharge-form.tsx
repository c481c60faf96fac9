import type { User } from '@almas/contract/accounts';
import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { formatSigned } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { team } from '@almas/locale/screens/team';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, apiQuery, useConfirmAbove } from '../../platform/network/index.ts';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { BalanceChange } from './balance-change.tsx';
import { rechargeRules } from './check-recharge.ts';
import styles from './recharge-form.module.css';
import { useProposal, useRecharge } from './use-recharge.ts';

const words = adminRecharges.recharge;
const smallest = 0.01;

interface RechargeFormProps {
  /** null: no reseller has been chosen yet. */
  readonly user: User | null;
  readonly noteLabel: string;
  /** The name under which the form is kept when the session ends. */
  readonly draft: string;
  /** The note sent when the field is blank; absent: the server's default. */
  readonly defaultNote?: string;
  /** The field's lower bound and step (USR-16); without them decimals are allowed (AMB-65). */
  readonly wholeNumbers?: boolean;
  /** With the account that was credited, or proposed: another one may have been chosen since. */
  readonly onDone: (userId: string) => void;
  readonly onCancel?: () => void;
}

/** Amount, note and a preview of the balance, which is read when the reseller is chosen. A large amount has to be confirmed. */
export function RechargeForm({
  user,
  noteLabel,
  draft,
  defaultNote = '',
  wholeNumbers = false,
  onDone,
  onCancel,
}: RechargeFormProps) {
  const above = useConfirmAbove();
  const account = useQuery({
    ...apiQuery('users', 'get', { params: { id: user?.id ?? '' } }),
    enabled: user !== null,
    staleTime: 0,
  });
  /** Asked about one account and one amount: about others the question is not there any more. */
  const [asked, setAsked] = useState<{ readonly userId: string; readonly amount: number } | null>(null);
  /** The amount that only a second person may credit. */
  const [aboveOwn, setAboveOwn] = useState<number | null>(null);
  const finish = () => {
    setAsked(null);
    setAboveOwn(null);
    form.reset();
    if (sent.current) onDone(sent.current.userId);
  };
  const proposal = useProposal(finish);
  const { run, busy, fieldMessage, isUnanswered } = useRecharge(finish, (error) => {
    if (!(error instanceof ApiError) || error.code !== 'SECOND_PERSON_REQUIRED') return;
    setAboveOwn(sent.current?.amount ?? null);
    setAsked(null);
  });
  // After a lost answer the balance may have been changed already: it is not previewed.
  const balance = user && isUnanswered(user.id) ? undefined : (account.data?.balance ?? user?.balance);
  const sent = useRef<{ readonly userId: string; readonly amount: number } | null>(null);
  const form = useForm({
    initial: { amount: '', note: '' },
    rules: wholeNumbers ? rechargeRules.wholeDinars : rechargeRules.decimals,
    words: { RECHARGE_AMOUNT_INVALID: words.invalid },
    onInvalid: (sentence) => fieldMessage.error(user === null ? words.missing : sentence),
    onSubmit: ({ amount }) => {
      if (user === null) return fieldMessage.error(words.missing);
      if (amount > above) setAsked({ userId: user.id, amount });
      else recharge(amount);
    },
    unsaved: { draft },
  });
  const note = () => form.values.note.trim() || defaultNote;
  const send = (call: typeof run, amount: number) => {
    if (user === null) return;
    sent.current = { userId: user.id, amount };
    form.sent();
    void call(user.id, amount, note());
  };
  const recharge = (amount: number) => send(run, amount);
  const typed = readTypedAmount(form.values.amount);
  const amount = typed.kind === 'amount' && typed.amount > 0 ? typed.amount : null;
  /** An amount that will be refused is not previewed. */
  const isAccepted =
    amount !== null && amount <= limits.rechargeMax && (!wholeNumbers || Number.isInteger(amount));
  const added = isAccepted ? amount : null;
  const toConfirm = asked?.userId === user?.id && asked?.amount === amount ? amount : null;
  if (toConfirm !== null && user !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: toConfirm, about: personName(user) }]}
        above={above}
        confirmLabel={common.confirm}
        busy={busy}
        onConfirm={() => recharge(toConfirm)}
        onChange={() => setAsked(null)}
      >
        {balance !== undefined && <BalanceChange before={balance} added={toConfirm} />}
      </ConfirmAmount>
    );
  const asks = user !== null && aboveOwn !== null && aboveOwn === amount;
  return (
    <Form form={form}>
      <MoneyField
        label={words.amount}
        bounds={
          wholeNumbers ? amounts.whole(1, limits.rechargeMax) : amounts.between(smallest, limits.rechargeMax)
        }
        {...(wholeNumbers ? { min: 1, step: 1 } : { step: 'any' })}
        {...(onCancel && { 'data-autofocus': true })}
        {...form.field('amount')}
      />
      <TextField label={noteLabel} hint={words.textHint} maxLength={500} {...form.field('note')} />
      {balance !== undefined && <BalanceChange before={balance} added={added} />}
      <FormButtons submit={words.submit} busy={busy} onCancel={onCancel}>
        <p className={styles.amount}>{added !== null && formatSigned('+ ', added)}</p>
      </FormButtons>
      {asks && (
        <DecidingButton variant="secondary" busy={proposal.busy} onClick={() => send(proposal.run, aboveOwn)}>
          {team.proposals.ask}
        </DecidingButton>
      )}
    </Form>
  );
}
