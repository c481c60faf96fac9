import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { Centimes } from './amount.ts';

export type LedgerSource =
  | 'admin_recharge'
  | 'purchase'
  | 'freefire_request'
  | 'freefire_refund'
  | 'claim_refund'
  | 'admin_debit'
  | 'advance';

/** Condition on `ledger`: a movement that has no transaction record. The index `ledger_user_adjustments` has these, and advances. */
export const isAdjustment = `metadata ->> 'source' NOT IN ('admin_recharge', 'purchase', 'freefire_request', 'advance')`;

export interface Entry {
  readonly userId: string;
  readonly type: 'credit' | 'debit';
  readonly amount: Centimes;
  readonly description: string;
  readonly source: LedgerSource;
  readonly adminId?: string;
  readonly transactionId: number;
  /** The purchase or the Free Fire request behind the entry. */
  readonly relatedTransactionId?: number;
}

export interface Posted {
  readonly entryId: number;
  readonly balanceBefore: Centimes;
  readonly balanceAfter: Centimes;
}

const insertEntry = statement<
  {
    userId: string;
    type: string;
    amount: number;
    description: string;
    adminId: string | null;
    transactionId: number;
    relatedTransactionId: number | null;
    metadata: string;
  },
  Posted
>(
  'money.post-entry',
  `INSERT INTO ledger (user_id, type, amount, description, admin_id, transaction_id, related_transaction_id, metadata)
   VALUES (:user_id, :type, :amount, :description, :admin_id, :transaction_id, :related_transaction_id, :metadata)
   RETURNING id AS "entryId", balance_before AS "balanceBefore", balance_after AS "balanceAfter"`,
);

/**
 * Writes a ledger entry; the trigger of the ledger changes the balance by it and locks the account row until the
 * transaction ends.
 * @returns undefined, with nothing written, when the account is unknown or the balance would leave 0..10,000,000 DA.
 */
export function postEntry(tx: Queryable, entry: Entry): Promise<Posted | undefined> {
  const metadata = { source: entry.source, validated: true };
  return insertEntry.first(tx, {
    userId: entry.userId,
    type: entry.type,
    amount: entry.amount,
    description: entry.description,
    adminId: entry.adminId ?? null,
    transactionId: entry.transactionId,
    relatedTransactionId: entry.relatedTransactionId ?? null,
    metadata: JSON.stringify(metadata),
  });
}

interface Movement {
  readonly userId: string;
  readonly direction: 'credit' | 'debit';
  readonly transactionType: 'recharge' | 'freefire_request';
  readonly status: 'pending' | 'completed';
  readonly amount: Centimes;
  readonly description: string;
  readonly source: LedgerSource;
  readonly method?: string;
  readonly adminId?: string;
  readonly reason?: string;
  readonly relatedTransactionId?: number;
  readonly freeFire?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const nextNumber = statement<[], { id: number }>(
  'money.next-transaction',
  `SELECT nextval('transactions_id_seq') AS id`,
);

const insertTransaction = statement<{
  id: number;
  userId: string;
  type: string;
  amount: number;
  method: string | null;
  adminId: string | null;
  reason: string | null;
  description: string;
  balanceBefore: number;
  balanceAfter: number;
  status: string;
  freeFire: string | null;
  metadata: string | null;
}>(
  'money.insert-transaction',
  `INSERT INTO transactions (id, user_id, type, amount, method, admin_id, reason, description,
     balance_before, balance_after, status, free_fire, metadata, processed_by, processed_at, completed_at)
   VALUES (:id, :user_id, :type, :amount, :method, :admin_id::uuid, :reason, :description, :balance_before, :balance_after, :status::text, :free_fire, :metadata,
     CASE :status WHEN 'completed' THEN :admin_id::uuid END,
     CASE :status WHEN 'completed' THEN clock_timestamp() END,
     CASE :status WHEN 'completed' THEN clock_timestamp() END)`,
);

/**
 * Changes a balance and writes the transaction that users see for it: a ledger entry and a row of `transactions`, linked, in the
 * caller's database transaction.
 * @returns undefined, with nothing written, when the balance would leave its bounds or the account is unknown.
 */
export async function recordTransaction(
  tx: Queryable,
  movement: Movement,
): Promise<(Posted & { transactionId: number }) | undefined> {
  const { id: transactionId } = await nextNumber.one(tx);
  const posted = await postEntry(tx, {
    userId: movement.userId,
    type: movement.direction,
    amount: movement.amount,
    description: movement.description,
    source: movement.source,
    transactionId,
    ...(movement.adminId && { adminId: movement.adminId }),
    ...(movement.relatedTransactionId && { relatedTransactionId: movement.relatedTransactionId }),
  });
  if (!posted) return undefined;
  await insertTransaction.run(tx, {
    id: transactionId,
    userId: movement.userId,
    type: movement.transactionType,
    amount: movement.amount,
    method: movement.method ?? null,
    adminId: movement.adminId ?? null,
    reason: movement.reason ?? null,
    description: movement.description,
    balanceBefore: posted.balanceBefore,
    balanceAfter: posted.balanceAfter,
    status: movement.status,
    freeFire: movement.freeFire
      ? JSON.stringify({ ...movement.freeFire, unifiedTransactionId: String(transactionId) })
      : null,
    metadata: movement.metadata ? JSON.stringify(movement.metadata) : null,
  });
  return { ...posted, transactionId };
}

const complete = statement<[id: number, adminId: string, suffix: string]>(
  'money.complete-transaction',
  `UPDATE transactions SET status = 'completed', description = description || $3, processed_by = $2,
     processed_at = clock_timestamp(), completed_at = clock_timestamp()
   WHERE id = $1 AND status = 'pending'`,
);

/** Completes a pending transaction and marks its description, without changing a balance. @throws Error when it is not pending */
export async function completeTransaction(
  tx: Queryable,
  { transactionId, adminId, suffix }: { transactionId: number; adminId: string; suffix: string },
): Promise<void> {
  const completed = await complete.run(tx, transactionId, adminId, suffix);
  if (completed !== 1) throw new Error(`transaction ${transactionId} is not pending`);
}
