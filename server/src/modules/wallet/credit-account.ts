import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { Actor, UserRecord } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { type Posted, recordTransaction } from '../../money/post-entry.ts';
import type { LiveEffect } from '../../pipeline/command.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { lockUser } from '../accounts/find-user.ts';

export interface Credit {
  readonly userId: string;
  readonly amount: Centimes;
  /** The reason shown with the transaction; blank: `Recharge manuelle par admin` (WAL-19). */
  readonly reason: string;
}

const insertRecharge = statement<{
  userId: string;
  amount: number;
  note: string;
  method: string;
  adminId: string;
  transactionId: number;
}>(
  'wallet.insert-recharge',
  `INSERT INTO recharges (user_id, amount, note, method, admin_id, transaction_id) VALUES (:user_id, :amount, :note, :method, :admin_id, :transaction_id)`,
);
const method = 'manual_admin';

export interface Credited extends Posted {
  readonly transactionId: number;
  readonly user: UserRecord;
  /** The effects for the command that calls it. */
  readonly notification: NewNotification;
  readonly event: LiveEffect;
}

/**
 * Credits a balance, for manual recharges, quick recharges and approved requests (AMB-07). Writes the ledger entry, the transaction and
 * the recharge record.
 * @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_RECHARGED, RECHARGE_ACCOUNT_NOT_ACTIVE, STEP_UP_REQUIRED, BALANCE_LIMIT
 */
export async function creditAccount(
  services: Pick<Services, 'config'>,
  tx: DbTransaction,
  admin: Actor,
  { userId, amount, reason }: Credit,
): Promise<Credited> {
  const user = await lockUser(tx, parseUuidOrNil(userId));
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_RECHARGED');
  if (user.status !== 'active') throw fail('RECHARGE_ACCOUNT_NOT_ACTIVE');
  if (toDinars(amount) > services.config.stepUpRecharge) checkStepUp(admin);
  const why = reason || stored.recharge.defaultReason;
  const posted = await recordTransaction(tx, {
    userId: user.id,
    direction: 'credit',
    transactionType: 'recharge',
    status: 'completed',
    amount,
    description: stored.recharge.description,
    source: 'admin_recharge',
    method,
    adminId: admin.id,
    reason: why,
    // Not the client's address, which the customer could read here; it is in the audit trail.
    metadata: { adminEmail: admin.email, userEmail: user.email, ipAddress: null, userAgent: null },
  });
  if (!posted) throw fail('BALANCE_LIMIT');
  await insertRecharge.run(tx, {
    userId: user.id,
    amount,
    note: why,
    method,
    adminId: admin.id,
    transactionId: posted.transactionId,
  });
  const dinars = toDinars(amount);
  const notification: NewNotification = {
    userId: user.id,
    type: 'balance_credited',
    ...stored.notifications.balanceCredited(dinars),
    data: { amount: dinars, transactionId: String(posted.transactionId), adminId: admin.id },
  };
  return { ...posted, user, notification, event: [{ user: user.id }, { type: 'balance' }] };
}
