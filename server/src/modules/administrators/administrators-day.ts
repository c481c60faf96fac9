import type { AdministratorDay } from '@almas/contract/administrators';
import type { Queryable } from '../../database/pool.ts';
import { accountName, dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface DayRow extends Omit<AdministratorDay, 'credited'> {
  readonly credited: Centimes;
}

/** The actions whose `after.amount` was credited to a balance. */
export const creditingActions = [
  'wallet.recharge',
  'wallet.approve-proposal',
  'recharge-request.approve',
  'credit.advance',
  'claim.credit',
];

/** The index of the trail by time finds the rows of the day; an advance is a recharge of the ledger that names its administrator. */
const read = statement<[date: string, crediting: readonly string[]], DayRow>(
  'administrators.day',
  `WITH acted AS (
     SELECT actor_id, action, count(*)::int AS count, min(created_at) AS first_at, max(created_at) AS last_at
       FROM audit_trail WHERE actor_id IS NOT NULL AND ${dayRange('created_at', '$1', '$1')}
      GROUP BY actor_id, action
   ), credited AS (
     SELECT actor_id, sum(round((after ->> 'amount')::numeric * 100))::bigint AS amount
       FROM audit_trail
      WHERE actor_id IS NOT NULL AND ${dayRange('created_at', '$1', '$1')}
        AND action = ANY ($2::text[])
      GROUP BY actor_id
   )
   SELECT a.actor_id AS id, ${accountName('a.actor_id')} AS name, sum(a.count)::int AS actions,
          min(a.first_at) AS "firstAt", max(a.last_at) AS "lastAt", coalesce(max(c.amount), 0)::bigint AS credited,
          json_agg(json_build_object('action', a.action, 'count', a.count) ORDER BY a.count DESC, a.action) AS kinds
     FROM acted a LEFT JOIN credited c ON c.actor_id = a.actor_id
    GROUP BY a.actor_id ORDER BY actions DESC, id`,
);

/** What each administrator did on a day of Africa/Algiers, the busiest first. */
export const administratorsDay = async (db: Queryable, date: string): Promise<AdministratorDay[]> =>
  (await read.all(db, date, creditingActions)).map((row) => ({ ...row, credited: toDinars(row.credited) }));
