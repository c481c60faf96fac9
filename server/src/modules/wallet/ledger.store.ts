import type { LedgerEntry } from '@almas/contract/wallet';
import { statement } from '../../database/statement.ts';
import { toDinars } from '../../money/amount.ts';
import type { Stored } from '../../money/stored.ts';

export type LedgerRow = Stored<
  LedgerEntry,
  'id' | 'transactionId' | 'relatedTransactionId',
  'amount' | 'balanceBefore' | 'balanceAfter'
>;

export const ledgerColumns = (
  table: string,
): string => `${table}.id, ${table}.user_id AS "userId", ${table}.type,
  ${table}.amount, ${table}.description, ${table}.admin_id AS "adminId", ${table}.transaction_id AS "transactionId",
  ${table}.related_transaction_id AS "relatedTransactionId", ${table}.balance_before AS "balanceBefore",
  ${table}.balance_after AS "balanceAfter", ${table}.metadata, ${table}.created_at AS "createdAt"`;

export const ledgerOf = statement<[userId: string, before: number, limit: number], LedgerRow>(
  'wallet.ledger',
  `SELECT ${ledgerColumns('l')} FROM ledger l WHERE l.user_id = $1 AND l.id < $2 ORDER BY l.id DESC LIMIT $3`,
);

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

export const presentEntry = (row: LedgerRow): LedgerEntry => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
  relatedTransactionId: textOf(row.relatedTransactionId),
  balanceBefore: toDinars(row.balanceBefore),
  balanceAfter: toDinars(row.balanceAfter),
});
