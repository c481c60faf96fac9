import { pages } from '@almas/contract/page-sizes';
import { statement } from '../../database/statement.ts';
import { isAdjustment } from '../../money/post-entry.ts';
import {
  type OwnedTransactionRow,
  ownerColumns,
  ownerJoin,
  type TransactionRow,
  transactionColumns,
  transactionJoins,
} from './transaction-record.ts';

/** The longest page and one row more. A constant in the SQL text, because with a parameter the planner would expect thousands of rows. */
export const longestPage = Math.max(pages.transactions.max, pages.operations.max) + 1;
const newestFirst = 't.created_at DESC, t.id DESC';

/** Selects all shown columns of the transactions of `source` (one page, in this order). `limit`: a placeholder. */
export const selectInOrder = (source: string, order: string, limit: string): string =>
  `SELECT ${transactionColumns}, ${ownerColumns} FROM (${source}) t ${transactionJoins} ${ownerJoin}
    ORDER BY ${order} LIMIT ${limit}`;

/** `adjusted`: the account has ledger entries without a transaction record. */
export type OperationRow = TransactionRow & { readonly adjusted: boolean };

/**
 * The transactions of one account and some types before a time. Each filter has its own index. The account is not joined, because the
 * caller has read it.
 */
const ofUser = (name: string, types: string) =>
  statement<{ userId: string; at: string; id: number; limit: number }, OperationRow>(
    name,
    `SELECT ${transactionColumns}, EXISTS (SELECT FROM ledger WHERE user_id = :user_id AND ${isAdjustment}) AS adjusted
       FROM (SELECT * FROM transactions t WHERE t.user_id = :user_id AND (t.created_at, t.id) < (:at, :id) ${types}
              ORDER BY ${newestFirst} LIMIT ${longestPage}) t ${transactionJoins}
      ORDER BY ${newestFirst} LIMIT :limit`,
  );

export const transactionById = statement<[id: number], OwnedTransactionRow>(
  'wallet.transaction',
  selectInOrder('SELECT * FROM transactions t WHERE t.id = $1', newestFirst, '1'),
);

/** The four filters of the operations history (OPS-02..06). */
export const operationsOf = {
  all: ofUser('wallet.operations', ''),
  credit: ofUser('wallet.operations-credit', `AND t.type = 'recharge'`),
  debit: ofUser('wallet.operations-debit', `AND t.type = 'purchase'`),
  freefire: ofUser('wallet.operations-free-fire', `AND t.type IN ('freefire', 'freefire_request')`),
} as const;
