import type { LedgerEntry } from '@almas/contract/wallet';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface LedgerRow {
  id: number;
  userId: string;
  type: 'credit' | 'debit';
  amount: Centimes;
  description: string;
  adminId: string | null;
  transactionId: number | null;
  relatedTransactionId: number | null;
  balanceBefore: Centimes;
  balanceAfter: Centimes;
  metadata: Record<string, unknown>;
  createdAt: string;
}

export const ledgerOf = statement<[userId: string, before: number, limit: number], LedgerRow>(
  'wallet.ledger',
  `SELECT id, user_id AS "userId", type, amount, description, admin_id AS "adminId",
     transaction_id AS "transactionId", related_transaction_id AS "relatedTransactionId",
     balance_before AS "balanceBefore", balance_after AS "balanceAfter", metadata, created_at AS "createdAt"
   FROM ledger WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
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
