import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { Centimes } from './amount.ts';

export type LedgerSource =
  | 'admin_recharge'
  | 'purchase'
  | 'freefire_request'
  | 'freefire_refund'
  | 'admin_debit';

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
  [string, string, number, string, string | null, number, number | null, string],
  Posted
>(
  'money.post-entry',
  `INSERT INTO ledger (user_id, type, amount, description, admin_id, transaction_id, related_transaction_id, metadata)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   RETURNING id AS "entryId", balance_before AS "balanceBefore", balance_after AS "balanceAfter"`,
);

/**
 * Writes a ledger entry, which moves the balance it tells of (see migration 0002). The entry locks the account
 * row until the transaction ends.
 * @returns undefined, with nothing written, when the account is unknown or the balance would leave 0..10,000,000 DA.
 */
export function postEntry(tx: Queryable, entry: Entry): Promise<Posted | undefined> {
  const metadata = { source: entry.source, validated: true };
  return insertEntry.first(
    tx,
    entry.userId,
    entry.type,
    entry.amount,
    entry.description,
    entry.adminId ?? null,
    entry.transactionId,
    entry.relatedTransactionId ?? null,
    JSON.stringify(metadata),
  );
}
