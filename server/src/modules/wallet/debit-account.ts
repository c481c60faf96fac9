import { limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import type { wallet } from '@almas/contract/wallet';
import { stored } from '@almas/locale';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { numberOrZero, parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { postEntry } from '../../money/post-entry.ts';
import type { Services } from '../../services.ts';
import { lockUser } from '../accounts/find-user.ts';
import { personName } from '../accounts/user-record.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { notify } from '../notifications/notify.ts';

export interface DebitOrder {
  readonly userId: string;
  /** The transaction of this account that the debit corrects. */
  readonly transactionId: string;
  /** In DA; rounded here to 2 decimals. */
  readonly amount: number;
  readonly description: string;
}

const ownTransaction = statement<[id: number, userId: string], { id: number; amount: Centimes }>(
  'wallet.own-transaction',
  'SELECT id, amount FROM transactions WHERE id = $1 AND user_id = $2',
);
/** All debits that correct a transaction, the one just posted included. */
const correctedBy = statement<[transactionId: number], { total: Centimes }>(
  'wallet.corrected-by',
  `SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger
    WHERE transaction_id = $1 AND metadata ->> 'source' = 'admin_debit'`,
);

/**
 * An administrator takes money off a balance to correct a transaction. It is an entry of the ledger on
 * that transaction and no transaction of its own: the operations show it as a movement beside them (AMB-06, AMB-96).
 * All debits of one transaction together may not exceed it (AMB-93); the lock on the account orders them.
 * A failure raises a payment-error alert (WAL-24).
 * @throws AppError DEBIT_AMOUNT_INVALID, USER_NOT_FOUND, TRANSACTION_NOT_FOUND (also of another account), BALANCE_SHORT,
 *   DEBIT_EXCEEDS_TRANSACTION
 */
export async function debitAccount(
  services: Services,
  admin: Actor,
  origin: Origin,
  key: string | undefined,
  order: DebitOrder,
): Promise<Output<typeof wallet.debit>> {
  try {
    // Beyond the highest balance there is nothing to round: it can only be too much.
    const amount = toCentimes(Math.min(order.amount, limits.balanceMax + 1));
    if (amount <= 0) throw fail('DEBIT_AMOUNT_INVALID');
    const command = { userId: admin.id, key, operation: 'wallet.debit', input: order };
    return await idempotent(services.db, command, (tx) => debit(services, tx, admin, origin, order, amount));
  } catch (error) {
    raisePaymentError(services.log, { userId: order.userId, amount: order.amount, error });
    throw error;
  }
}

async function debit(
  services: Services,
  tx: DbTransaction,
  admin: Actor,
  origin: Origin,
  order: DebitOrder,
  amount: Centimes,
): Promise<Output<typeof wallet.debit>> {
  const user = await lockUser(tx, parseUuidOrNil(order.userId));
  if (!user) throw fail('USER_NOT_FOUND');
  const corrected = await ownTransaction.first(tx, numberOrZero(order.transactionId), user.id);
  if (!corrected) throw fail('TRANSACTION_NOT_FOUND');
  const posted = await postEntry(tx, {
    userId: user.id,
    type: 'debit',
    amount,
    description: order.description || stored.debit.description(order.transactionId),
    source: 'admin_debit',
    adminId: admin.id,
    transactionId: corrected.id,
  });
  if (!posted) throw fail('BALANCE_SHORT');
  const { total } = await correctedBy.one(tx, corrected.id);
  if (total > corrected.amount) {
    const available = toDinars((corrected.amount - (total - amount)) as Centimes);
    throw fail('DEBIT_EXCEEDS_TRANSACTION', { available });
  }
  const dinars = toDinars(amount);
  await notify(services, tx, {
    userId: user.id,
    type: 'balance_debited',
    ...stored.notifications.debited(dinars),
    data: { amount: dinars, transactionId: order.transactionId, adminId: admin.id },
  });
  await recordAction(tx, admin, origin, {
    action: 'wallet.debit',
    subject: { type: 'user', id: user.id, name: personName(user) },
    before: { balance: toDinars(posted.balanceBefore) },
    after: { balance: toDinars(posted.balanceAfter), amount: dinars, transactionId: order.transactionId },
  });
  tx.afterCommit(() => services.live.publish({ user: user.id }, { type: 'balance' }));
  return { success: true, newBalance: toDinars(posted.balanceAfter), debitedAmount: dinars };
}
