import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { Centimes } from './amount.ts';
import { type LedgerSource, type Posted, postEntry } from './post-entry.ts';

export interface Movement {
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

const insertTransaction = statement<
  [
    number,
    string,
    string,
    number,
    string | null,
    string | null,
    string | null,
    string,
    number,
    number,
    string,
    string | null,
    string | null,
  ]
>(
  'money.open-transaction',
  `INSERT INTO transactions (id, user_id, type, amount, method, admin_id, reason, description,
     balance_before, balance_after, status, free_fire, metadata, processed_by, processed_at, completed_at)
   VALUES ($1, $2, $3, $4, $5, $6::uuid, $7, $8, $9, $10, $11::text, $12, $13,
     CASE $11 WHEN 'completed' THEN $6::uuid END,
     CASE $11 WHEN 'completed' THEN clock_timestamp() END,
     CASE $11 WHEN 'completed' THEN clock_timestamp() END)`,
);

/**
 * Moves a balance and writes the transaction that users see for it: a ledger entry and a transactions row,
 * linked, in the caller's database transaction.
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
  await insertTransaction.run(
    tx,
    transactionId,
    movement.userId,
    movement.transactionType,
    movement.amount,
    movement.method ?? null,
    movement.adminId ?? null,
    movement.reason ?? null,
    movement.description,
    posted.balanceBefore,
    posted.balanceAfter,
    movement.status,
    movement.freeFire
      ? JSON.stringify({ ...movement.freeFire, unifiedTransactionId: String(transactionId) })
      : null,
    movement.metadata ? JSON.stringify(movement.metadata) : null,
  );
  return { ...posted, transactionId };
}
