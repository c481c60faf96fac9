import { personName } from '@almas/contract/person-name';
import { wallet } from '@almas/contract/wallet';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { shareLock } from '../../database/locks.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { postEntry } from '../../money/post-entry.ts';
import { command } from '../../pipeline/command.ts';
import { lockUser } from '../accounts/find-user.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { releaseTakenBackLine } from '../bank/match-line.ts';
import { correctAdvance, lockAdvance } from '../credit/correct-advance.ts';

/**
 * In DA. A larger amount could not be rounded exactly, and is refused like this one. Not the largest balance of the specification, which
 * refunds exceed (AMB-94).
 */
const aboveEveryBalance = 1_000_000_000_000;

const ownTransaction = statement<[id: number, userId: string], { id: number; amount: Centimes }>(
  'wallet.own-transaction',
  'SELECT id, amount FROM transactions WHERE id = $1 AND user_id = $2',
);
/** The sum of the debits that correct a transaction, the one just posted included. */
const correctedBy = statement<[transactionId: number], { total: Centimes }>(
  'wallet.corrected-by',
  `SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger
    WHERE transaction_id = $1 AND metadata ->> 'source' = 'admin_debit'`,
);

/**
 * Debits a balance to correct a transaction. It writes a ledger entry that refers to that transaction, and no transaction of its own;
 * the operations list it as an adjustment (AMB-06, AMB-96). The debits of one transaction together must not exceed its amount (AMB-93);
 * the lock on the account serializes them. What is taken back of an advance is not owed any more; the bank line that paid the request of a
 * recharge which is taken back whole is free again.
 * A failure raises a payment-error alert (WAL-24). @throws AppError TRANSACTION_NOT_FOUND, also of another account
 */
export const debitAccount = command(wallet.debit, {
  prepare: ({ body }) => {
    const amount = toCentimes(Math.min(body.amount, aboveEveryBalance));
    if (amount <= 0) throw fail('DEBIT_AMOUNT_INVALID');
    return amount;
  },
  key: {
    operation: 'wallet.debit',
    input: ({ params, body: { left: _shown, ...body } }) => ({ userId: params.id, ...body }),
  },
  run: async ({ tx, actor, params, body: { transactionId, description, left }, prepared: amount }) => {
    await shareLock(tx, 'bankLines');
    const user = await lockUser(tx, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    const corrected = await ownTransaction.first(tx, parseIdOrZero(transactionId), user.id);
    if (!corrected) throw fail('TRANSACTION_NOT_FOUND');
    const advanceId = await lockAdvance(tx, user.id, corrected.id);
    const reason = description || stored.debit.description(transactionId);
    const posted = await postEntry(tx, {
      userId: user.id,
      type: 'debit',
      amount,
      description: reason,
      source: 'admin_debit',
      adminId: actor.id,
      transactionId: corrected.id,
    });
    if (!posted) throw fail('BALANCE_SHORT');
    const { total } = await correctedBy.one(tx, corrected.id);
    const available = toDinars((corrected.amount - (total - amount)) as Centimes);
    if (left !== undefined && left !== available) throw fail('TRANSACTION_CORRECTED', { available });
    if (total > corrected.amount) throw fail('DEBIT_EXCEEDS_TRANSACTION', { available });
    if (total === corrected.amount) await releaseTakenBackLine(tx, corrected.id);
    const debt =
      advanceId === undefined
        ? undefined
        : await correctAdvance(tx, {
            userId: user.id,
            advanceId,
            ledgerId: posted.entryId,
            amount,
            recordedBy: actor.id,
            note: reason,
          });
    const dinars = toDinars(amount);
    const newBalance = toDinars(posted.balanceAfter);
    return {
      response: { success: true as const, newBalance, debitedAmount: dinars },
      effects: {
        audit: {
          action: 'wallet.debit',
          subject: { type: 'user', id: user.id, name: personName(user) },
          before: { balance: toDinars(posted.balanceBefore), ...(debt && { debt: toDinars(debt.before) }) },
          after: {
            balance: newBalance,
            ...(debt && { debt: toDinars(debt.after) }),
            amount: dinars,
            transactionId,
            reason,
          },
        },
        notifications: [
          {
            userId: user.id,
            type: 'balance_debited',
            ...stored.notifications.debited(dinars),
            data: { amount: dinars, transactionId, adminId: actor.id },
          },
        ],
        events: [
          [{ user: user.id }, { type: 'balance' }],
          [{ role: 'admin' }, { type: 'requests' }],
          ...(debt ? ([[{ role: 'admin' }, { type: 'credit' }]] as const) : []),
        ],
      },
    };
  },
  failed: ({ services, params, body, error }) =>
    raisePaymentError(services.log, { userId: params.id, amount: body.amount, error }),
});
