import type { CreditAccount } from '@almas/contract/credit';
import { AdvanceAmount, CreditReason, CreditTermsInput, DebtAmount } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { credit } from '@almas/locale/screens/credit';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount, typedCount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useKeptValue, useShownFigure } from '../../platform/network/use-shown-figure.ts';
import { Lead } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { keepTyped, StoredMeanwhile, sendOrTakeOver } from '../../ui/stale-form.tsx';
import { Switch } from '../../ui/switch.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';

interface FormProps {
  readonly userId: string;
  readonly onDone: () => void;
}

const termsRules = z.object({
  limit: typedAmount(CreditTermsInput.shape.limit),
  days: typedCount(CreditTermsInput.shape.days),
  suspended: z.boolean(),
  /** What the form was opened on, or has taken over since. */
  expected: CreditTermsInput.nullable(),
});
type Terms = CreditAccount['terms'];
const { account } = credit;

const typedTerms = (terms: Terms) => ({
  limit: terms ? editableAmount(terms.limit) : '',
  days: String(terms?.days ?? 7),
  suspended: terms?.suspended ?? false,
});

/** How much a reseller may owe, and for how many days. */
export function TermsForm({ userId, terms, onDone }: FormProps & { readonly terms: Terms }) {
  const words = credit.terms;
  const params = { id: userId };
  const [change, setChange] = useState<{ readonly from: Terms; readonly to: Terms }>();
  const { run, busy } = useAction(
    (body: z.output<typeof termsRules>) =>
      sendOrTakeOver('CREDIT_TERMS_CHANGED', () => api.credit.setTerms({ params, body }), takeOver),
    { success: [words.saved], failure: words.failed, refreshes: ['credit', 'auditTrail'], onDone },
  );
  const form = useForm({
    initial: { ...typedTerms(terms), expected: terms },
    rules: termsRules,
    onSubmit: run,
    unsaved: {
      draft: `credit-terms-${userId}`,
      changed: ({ expected, ...typed }) => isChanged(typed, typedTerms(expected)),
    },
  });
  const takeOver = async () => {
    const { terms: to } = await api.credit.account({ params });
    const { expected: from, ...typed } = form.fields.getValues();
    form.set({ ...keepTyped(typed, typedTerms(from), typedTerms(to)), expected: to });
    setChange({ from, to });
  };
  return (
    <Form form={form}>
      {change?.to && <StoredTerms from={change.from} to={change.to} />}
      <MoneyField
        label={words.limit}
        bounds={words.limitHint}
        required
        data-autofocus
        {...form.field('limit')}
      />
      <TextField
        label={words.days}
        hint={words.daysHint}
        inputMode="numeric"
        required
        {...form.field('days')}
      />
      <Switch
        label={words.suspended}
        hint={words.suspendedHint}
        checked={form.values.suspended}
        onChange={(suspended) => form.set({ suspended })}
      />
      <FormButtons submit={words.save} busy={busy} onCancel={onDone} />
    </Form>
  );
}

const StoredTerms = ({ from, to }: { readonly from: Terms; readonly to: NonNullable<Terms> }) => (
  <StoredMeanwhile
    reading={to}
    items={[
      from?.limit === to.limit ? null : [account.limit, <Money key="limit" amount={to.limit} />],
      from?.days === to.days ? null : [account.days, account.inDays(to.days)],
      from?.suspended === to.suspended
        ? null
        : [account.state, to.suspended ? account.suspended : account.active],
    ]}
  />
);

/** The rules of an advance within what is available. */
export const advanceRules = (available: number) =>
  z.object({
    amount: typedAmount(AdvanceAmount.max(available, { error: errors.CREDIT_LIMIT({ available }) })),
  });

/** A part of a debt. */
export const debtAmount = (debt: number) =>
  typedAmount(DebtAmount.max(debt, { error: errors.PAYMENT_EXCEEDS_DEBT({ debt }) }));

interface GiveAdvanceFormProps extends FormProps {
  readonly available: number;
}

/** An advance that an administrator gives. */
export function GiveAdvanceForm({ userId, available: now, onDone }: GiveAdvanceFormProps) {
  const words = credit.advance;
  const { run, busy, isUnanswered } = useKeyedAction(
    'credit.advance',
    (key, amount: number) => api.credit.advance({ body: { amount, userId }, key }),
    {
      subject: userId,
      done: common.moneyCall.advanced,
      failure: words.failed,
      refreshes: ['credit', 'users', 'wallet', 'statistics', 'auditTrail'],
      onDone,
    },
  );
  const isSecondTry = isUnanswered(userId);
  const available = useKeptValue(busy || isSecondTry, now);
  const form = useForm({
    initial: { amount: '' },
    rules: advanceRules(isSecondTry ? Infinity : available),
    onSubmit: ({ amount }) => run(amount),
    unsaved: { draft: `advance-${userId}` },
  });
  return (
    <Form form={form}>
      <MoneyField
        label={words.amount}
        bounds={isSecondTry ? undefined : amounts.atMost(available)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <FormButtons submit={words.give} busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}

/** A part of the debt that will not be paid. */
export function WriteOffForm({ userId, debt: owed, onDone }: FormProps & { readonly debt: number }) {
  const words = credit.writeOff;
  const [debt, onFailed] = useShownFigure('debt', owed);
  const { run, busy, isUnanswered } = useKeyedAction(
    'credit.writeOff',
    (key, amount: number, reason: string) =>
      api.credit.writeOff({ params: { id: userId }, body: { amount, reason, debt }, key }),
    {
      subject: userId,
      done: words.done,
      failure: words.failed,
      refreshes: ['credit', 'auditTrail'],
      onDone,
      onFailed,
    },
  );
  const isSecondTry = isUnanswered(userId);
  const form = useForm({
    initial: { amount: '', reason: '' },
    rules: z.object({
      amount: debtAmount(isSecondTry ? Infinity : debt),
      reason: CreditReason,
    }),
    onSubmit: ({ amount, reason }) => run(amount, reason),
    unsaved: { draft: `write-off-${userId}` },
  });
  return (
    <Form form={form}>
      <Lead>{words.text}</Lead>
      <MoneyField
        label={words.amount}
        bounds={isSecondTry ? undefined : amounts.atMost(debt)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField
        label={words.reason}
        maxLength={limits.creditNoteLength}
        required
        {...form.field('reason')}
      />
      <FormButtons submit={words.submit} variant="danger" busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}
