import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { parseIdOrZero } from '../ids.ts';

const takenBack = statement<[transactionId: number], { isTakenBack: boolean }>(
  'money.is-taken-back',
  `SELECT coalesce(sum(l.amount), 0) >= t.amount AS "isTakenBack"
     FROM transactions t LEFT JOIN ledger l ON l.transaction_id = t.id AND l.metadata ->> 'source' = 'admin_debit'
    WHERE t.id = $1 GROUP BY t.id`,
);

/** Whether debits have corrected the whole amount of a credit. */
export const isTakenBack = async (tx: Queryable, transactionId: string): Promise<boolean> =>
  (await takenBack.one(tx, parseIdOrZero(transactionId))).isTakenBack;
