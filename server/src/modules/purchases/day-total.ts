import type { DayTotal } from '@almas/contract/purchases';
import { timeZone } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

const ofToday = statement<[userId: string], { readonly codes: number; readonly paid: Centimes }>(
  'purchases.of-today',
  `SELECT coalesce(sum(quantity), 0)::int AS codes, coalesce(sum(total_cost), 0)::bigint AS paid
     FROM purchases WHERE user_id = $1 AND created_at >= date_trunc('day', clock_timestamp(), '${timeZone}')`,
);

/** How many codes an account has bought since midnight in Algiers, and what it paid for them. */
export async function totalOfToday(db: Queryable, userId: string): Promise<DayTotal> {
  const { codes, paid } = await ofToday.one(db, userId);
  return { codes, paid: toDinars(paid) };
}
