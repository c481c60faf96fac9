import { credit, type PaymentReceipt } from '@almas/contract/credit';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command, type LiveEffect } from '../../pipeline/command.ts';
import { postCash, roomOf } from './cash.store.ts';
import { correctAdvancesSince } from './correct-advance.ts';
import { findCredit, findDebtor, lockCredit, postReceivable, presentCredit } from './credit.store.ts';
import { takeCashBack } from './remittances.ts';

const subjectOf = (user: UserRecord) => ({ type: 'user', id: user.id, name: personName(user) });
/** The account and the screens of administrators read the debt again. */
const changed = (user: UserRecord): LiveEffect[] => [
  [{ user: user.id }, { type: 'balance' }],
  [{ role: 'admin' }, { type: 'credit' }],
];

/** Locks the credit of an account that owes at least the amount. @throws AppError PAYMENT_EXCEEDS_DEBT */
async function lockDebt(tx: Queryable, user: UserRecord, amount: Centimes): Promise<void> {
  const debt = (await lockCredit(tx, user.id))?.debt ?? 0;
  if (amount > debt) throw fail('PAYMENT_EXCEEDS_DEBT', { debt: toDinars(debt as Centimes) });
}

interface PaymentRow {
  readonly id: number;
  readonly amount: Centimes;
  readonly collector: string;
  readonly isCash: boolean;
  readonly isTakenBack: boolean;
}
const payment = statement<[userId: string, receiptNumber: number], PaymentRow>(
  'credit.payment',
  `SELECT e.id, e.amount, e.collected_by AS collector, e.method IS NULL AS "isCash",
          EXISTS (SELECT FROM receivable_entries c WHERE c.corrects = e.id) AS "isTakenBack"
     FROM receivable_entries e WHERE e.user_id = $1 AND e.receipt_number = $2`,
);

/**
 * What an administrator receives from a reseller lowers the debt, oldest advance first (CRE-10). Cash is held by the administrator until it
 * is handed over; what came otherwise is not held (CRE-52). The balance stays.
 */
export const collectPayment = command(credit.pay, {
  // Who sees the transfers says that one came: an agent would keep the cash and name another way.
  alsoScope: ({ body }) => (body.method === 'cash' ? undefined : 'requests'),
  prepare: ({ body }) => toCentimes(body.amount),
  key: {
    operation: 'credit.payment',
    input: ({ params, body: { amount, method, note } }) => ({
      userId: params.id,
      amount,
      note,
      // Left out of the hash for cash, so that a key of before this field is the same call.
      method: method === 'cash' ? undefined : method,
    }),
    isUndone: async (tx, { userId, receiptNumber }) =>
      (await payment.one(tx, userId, receiptNumber)).isTakenBack,
  },
  run: async ({ tx, actor, params, body: { method, note }, prepared: amount }) => {
    const user = await findDebtor(tx, params.id);
    await lockDebt(tx, user, amount);
    const otherwise = method === 'cash' ? undefined : method;
    const entry = await postReceivable(tx, {
      userId: user.id,
      kind: 'payment',
      amount,
      recordedBy: actor.id,
      collectedBy: actor.id,
      method: otherwise,
      note,
    });
    const cash = otherwise
      ? undefined
      : await postCash(tx, { collector: actor.id, kind: 'collected', amount, entryId: entry.id });
    if (!otherwise && !cash) throw fail('CASH_CEILING', { available: toDinars(await roomOf(tx, actor.id)) });
    const left = await findCredit(tx, user.id);
    const response: PaymentReceipt = {
      id: String(entry.id),
      receiptNumber: entry.receiptNumber ?? 0,
      userId: user.id,
      userName: personName(user),
      company: user.company,
      amount: toDinars(amount),
      debtBefore: toDinars(entry.debtBefore),
      debtAfter: toDinars(entry.debtAfter),
      dueOn: left?.dueOn ?? null,
      collectedByName: personName(actor),
      method,
      note,
      createdAt: entry.createdAt,
    };
    return {
      response,
      effects: {
        audit: {
          action: 'credit.payment',
          subject: subjectOf(user),
          before: { debt: response.debtBefore, ...(cash && { held: toDinars(cash.heldBefore) }) },
          after: {
            debt: response.debtAfter,
            ...(cash && { held: toDinars(cash.heldAfter) }),
            ...(otherwise && { method: stored.rechargeRequest.methodNames[otherwise] }),
            amount: response.amount,
            receiptNumber: response.receiptNumber,
            note,
          },
        },
        notifications: [
          {
            userId: user.id,
            type: 'debt_paid',
            ...stored.notifications.debtPaid(response.amount, response.receiptNumber, response.debtAfter),
            data: { amount: response.amount, receiptNumber: response.receiptNumber },
          },
        ],
        events: changed(user),
      },
    };
  },
});

/**
 * Takes back a payment that was recorded by mistake, cash while its collector still holds it: the debt rises by it, but for what debits
 * took back of advances meanwhile, and the receipt keeps its number. An employee takes back what others collected. The reseller, who has
 * the receipt, is notified.
 */
export const takePaymentBack = command(credit.takePaymentBack, {
  key: {
    operation: 'credit.take-payment-back',
    input: ({ params, body: { reason } }) => ({ ...params, reason }),
  },
  run: async ({ tx, actor, params, body: { reason } }) => {
    const user = await findDebtor(tx, params.id);
    const before = await lockCredit(tx, user.id);
    const receiptNumber = parseIdOrZero(params.receiptNumber);
    const paid = await payment.first(tx, user.id, receiptNumber);
    if (!paid || !before) throw fail('RECEIPT_NOT_FOUND');
    if (paid.isTakenBack) throw fail('PAYMENT_TAKEN_BACK');
    const { id: corrects, amount, collector, isCash } = paid;
    // The debt would be back, and what was paid with the one who took it.
    if (collector === actor.id && actor.limitedTo !== null) throw fail('PAYMENT_OWN');
    const entry = await postReceivable(tx, {
      userId: user.id,
      kind: 'correction',
      amount,
      recordedBy: actor.id,
      corrects,
      note: reason,
    });
    const taken = isCash ? await takeCashBack(tx, collector, amount, entry.id) : undefined;
    if (isCash && !taken) throw fail('PAYMENT_REMITTED');
    const notOwed = await correctAdvancesSince(tx, user.id, paid, actor.id);
    const debt = toDinars((entry.debtAfter - notOwed) as Centimes);
    return {
      response: presentCredit(await findCredit(tx, user.id)),
      effects: {
        audit: [
          {
            action: 'credit.take-payment-back',
            subject: subjectOf(user),
            before: {
              debt: toDinars(entry.debtBefore),
              ...(taken && { held: toDinars(taken.cash.heldBefore) }),
            },
            after: {
              debt,
              ...(taken && { held: toDinars(taken.cash.heldAfter) }),
              amount: toDinars(amount),
              receiptNumber,
              reason,
            },
          },
          ...(taken?.audit ?? []),
        ],
        notifications: [
          {
            userId: user.id,
            type: 'debt_payment_taken_back',
            ...stored.notifications.paymentTakenBack(toDinars(amount), receiptNumber, debt),
            data: { amount: toDinars(amount), receiptNumber },
          },
        ],
        events: changed(user),
      },
    };
  },
});

/** A part of a debt that will not be paid: it lowers the debt, and no cash moves. */
export const writeOff = command(credit.writeOff, {
  prepare: ({ body }) => toCentimes(body.amount),
  key: {
    operation: 'credit.write-off',
    input: ({ params, body: { amount, reason } }) => ({ userId: params.id, amount, reason }),
  },
  run: async ({ tx, actor, params, body: { reason, debt }, prepared: amount }) => {
    const user = await findDebtor(tx, params.id);
    await lockDebt(tx, user, amount);
    const entry = await postReceivable(tx, {
      userId: user.id,
      kind: 'write_off',
      amount,
      recordedBy: actor.id,
      note: reason,
    });
    const debtBefore = toDinars(entry.debtBefore);
    if (debt !== undefined && debt !== debtBefore) throw fail('DEBT_CHANGED', { debt: debtBefore });
    return {
      response: presentCredit(await findCredit(tx, user.id)),
      effects: {
        audit: {
          action: 'credit.write-off',
          subject: subjectOf(user),
          before: { debt: debtBefore },
          after: { debt: toDinars(entry.debtAfter), amount: toDinars(amount), reason },
        },
        events: changed(user),
      },
    };
  },
});
