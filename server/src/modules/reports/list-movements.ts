import type { exports } from '@almas/contract/exports';
import { pages } from '@almas/contract/page-sizes';
import type { Parsed } from '@almas/contract/route';
import { isNumberId, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName, dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { methodOf, sourceOf } from './add-up-ledger.ts';

interface MovementRow {
  readonly id: number;
  readonly createdAt: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly source: string;
  /** Of a recharge, or ''. */
  readonly method: string;
  readonly description: string;
  readonly type: 'credit' | 'debit';
  readonly amount: Centimes;
  readonly balanceBefore: Centimes;
  readonly balanceAfter: Centimes;
  readonly transactionId: number | null;
}
export interface Movement
  extends Omit<MovementRow, 'id' | 'type' | 'amount' | 'balanceBefore' | 'balanceAfter' | 'transactionId'> {
  readonly id: string;
  /** Negative for a debit; in DA, like the balances. */
  readonly amount: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly transactionId: string | null;
}

// Along the primary key, from one page to the next: no index by time slows every sale for it.
const read = statement<{ from: string; to: string; after: number; limit: number }, MovementRow>(
  'reports.movements',
  `SELECT l.*, ${accountName('l.user_id')} AS "userName", u.email AS "userEmail"
     FROM (SELECT l.id, l.user_id, l.created_at AS "createdAt", ${sourceOf} AS source, ${methodOf} AS method, l.description, l.type,
                  l.amount, l.balance_before AS "balanceBefore", l.balance_after AS "balanceAfter", l.transaction_id AS "transactionId"
             FROM ledger l LEFT JOIN recharge_requests r ON r.transaction_id = l.transaction_id AND l.metadata ->> 'source' = 'admin_recharge'
            WHERE l.id > :after::bigint AND ${dayRange('l.created_at', ':from', ':to')}
            ORDER BY l.id LIMIT :limit::int) l
     JOIN users u ON u.id = l.user_id ORDER BY l.id`,
);

/** The movements of all balances on the days of a period, in the order in which they were made: what the days sum. (OWN-09) */
export async function listMovements(
  db: Queryable,
  { from, to }: Parsed<typeof exports.movements>['body'],
  cursor: string | undefined,
): Promise<{ items: Movement[]; nextCursor: string | null }> {
  const limit = pages.ledger.max;
  const [after] = sortValuesAfter<[number]>(cursor, [isNumberId], [0]);
  const rows = await read.all(db, { from, to, after, limit: limit + 1 });
  return {
    items: rows.slice(0, limit).map(({ id, type, amount, transactionId, ...row }) => ({
      ...row,
      id: String(id),
      amount: toDinars(type === 'credit' ? amount : (-amount as Centimes)),
      balanceBefore: toDinars(row.balanceBefore),
      balanceAfter: toDinars(row.balanceAfter),
      transactionId: transactionId === null ? null : String(transactionId),
    })),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}
