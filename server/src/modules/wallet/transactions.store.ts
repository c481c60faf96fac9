import { pages } from '@almas/contract/limits';
import { statement } from '../../database/statement.ts';
import { type TransactionRow, transactionColumns, transactionJoins } from './transaction-record.ts';

/** The longest page and one more, as a figure in the text: with a parameter, the planner would prepare for thousands. */
export const longestPage = Math.max(pages.transactions.max, pages.operations.max) + 1;
const newestFirst = 't.created_at DESC, t.id DESC';

/** Transactions that `source` finds (one page, in this order) with all that is shown of them; `limit` is a parameter. */
export const selectInOrder = (source: string, order: string, limit: string): string =>
  `SELECT ${transactionColumns} FROM (${source}) t ${transactionJoins} ORDER BY ${order} LIMIT ${limit}`;
const selectTransactions = (source: string, limit: string): string =>
  selectInOrder(source, newestFirst, limit);

/** One account's transactions of some types, before a moment. Each kind has an index of its own. */
const ofUser = (name: string, types: string) =>
  statement<[userId: string, at: string, id: number, limit: number], TransactionRow>(
    name,
    selectTransactions(
      `SELECT * FROM transactions t WHERE t.user_id = $1 AND (t.created_at, t.id) < ($2, $3) ${types}
       ORDER BY ${newestFirst} LIMIT ${longestPage}`,
      '$4',
    ),
  );

export const transactionById = statement<[id: number], TransactionRow>(
  'wallet.transaction',
  selectTransactions('SELECT * FROM transactions t WHERE t.id = $1', '1'),
);

/** The four choices of the operations history (OPS-02..06). */
export const operationsOf = {
  all: ofUser('wallet.operations', ''),
  credit: ofUser('wallet.operations-credit', `AND t.type = 'recharge'`),
  debit: ofUser('wallet.operations-debit', `AND t.type = 'purchase'`),
  freefire: ofUser('wallet.operations-free-fire', `AND t.type IN ('freefire', 'freefire_request')`),
} as const;
