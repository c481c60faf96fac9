import type { CreditAccount } from '@almas/contract/credit';
import { AdvanceAmount, CreditReason, CreditTermsInput, DebtAmount } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { credit } from '@almas/locale/screens/credit';
import * as z from 'zod';
import { typedAmount, typedCount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { Lead } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useForm } from '../../ui/use-form.ts';

interface FormProps {
  readonly userId: string;
  readonly onDone: () => void;
}

const termsRules = z.object({
  limit: typedAmount(CreditTermsInput.shape.limit),
  days: typedCount(CreditTermsInput.shape.days),
  suspended: z.boolean(),
});

/** How much a reseller may owe, and for how many days. */
export function TermsForm({ userId, terms, onDone }: FormProps & { readonly terms: CreditAccount['terms'] }) {
  const words = credit.terms;
  const { run, busy } = useAction(
    (body: z.output<typeof termsRules>) => api.credit.setTerms({ params: { id: userId }, body }),
    { success: [words.saved], failure: words.failed, refreshes: ['credit', 'auditTrail'], onDone },
  );
  const form = useForm({
    initial: {
      limit: terms ? editableAmount(terms.limit) : '',
      days: String(terms?.days ?? 7),
      suspended: terms?.suspended ?? false,
    },
    rules: termsRules,
    onSubmit: run,
    unsaved: { draft: `credit-terms-${userId}` },
  });
  return (
    <Form form={form}>
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

/** The rules of an advance within what is available. */
export const advanceRules = (available: number) =>
  z.object({
    amount: typedAmount(AdvanceAmount.max(available, { error: errors.CREDIT_LIMIT({ available }) })),
  });

/** An advance that an administrator gives. */
export function GiveAdvanceForm({ userId, available, onDone }: FormProps & { readonly available: number }) {
  const words = credit.advance;
  const keys = useCallKeys('credit.advance');
  const { run, busy } = useAction(
    (amount: number) => keys.withKey(userId, (key) => api.credit.advance({ body: { amount, userId }, key })),
    {
      success: (executed) => successToast(words.done, executed),
      failure: words.failed,
      lost: lostText,
      refreshes: ['credit', 'users', 'wallet', 'statistics', 'auditTrail'],
      onDone,
    },
  );
  const form = useForm({
    initial: { amount: '' },
    rules: advanceRules(available),
    onSubmit: ({ amount }) => run(amount),
    unsaved: { draft: `advance-${userId}` },
  });
  return (
    <Form form={form}>
      <MoneyField
        label={words.amount}
        bounds={amounts.atMost(available)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <FormButtons submit={words.give} busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}

/** A part of the debt that will not be paid. */
export function WriteOffForm({ userId, debt, onDone }: FormProps & { readonly debt: number }) {
  const words = credit.writeOff;
  const keys = useCallKeys('credit.writeOff');
  const { run, busy } = useAction(
    (amount: number, reason: string) =>
      keys.withKey(userId, (key) =>
        api.credit.writeOff({ params: { id: userId }, body: { amount, reason }, key }),
      ),
    {
      success: (executed) => successToast(words.done, executed),
      failure: words.failed,
      lost: lostText,
      refreshes: ['credit', 'auditTrail'],
      onDone,
    },
  );
  const form = useForm({
    initial: { amount: '', reason: '' },
    rules: z.object({
      amount: typedAmount(DebtAmount.max(debt, { error: errors.PAYMENT_EXCEEDS_DEBT({ debt }) })),
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
        bounds={amounts.atMost(debt)}
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
