import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { costOf } from '../codes/code-batches.ts';

/** A replacement of a refused code is no sale: the codes of a purchase are as many as it paid for. */
const isNoReplacement = 'NOT EXISTS (SELECT FROM claims WHERE replacement_code_id = c.id)';

/** $1 is a day in Algiers. */
const onDay = `p.created_at >= ${dayStart('$1::date')} AND p.created_at < ${dayStart('$1::date + 1')}`;

/**
 * The day to count, and the one after it that has a sale. A day is final ten minutes after its end: a sale gets its time before its
 * commit, which follows sooner.
 */
const nextDay = statement<[], { day: string; today: string; isFinal: boolean; next: string | null }>(
  'stock.next-sales-day',
  `SELECT f.day::text AS day, f.today::text AS today, ${dayStart('f.day + 1')} < clock_timestamp() - interval '10 minutes' AS "isFinal",
          (SELECT ${dayOf('p.created_at')} FROM purchases p WHERE p.created_at >= ${dayStart('f.day + 1')}
            ORDER BY p.created_at, p.id LIMIT 1)::text AS next
     FROM (SELECT least(t.today, coalesce((SELECT u.day FROM sales_days_until u),
                    (SELECT ${dayOf('p.created_at')} FROM purchases p ORDER BY p.created_at, p.id LIMIT 1), t.today)) AS day, t.today
             FROM (SELECT ${dayOf('clock_timestamp()')} AS today) t) f`,
);
const clearDay = statement<[day: string]>(
  'stock.clear-sales-day',
  `WITH hours AS (DELETE FROM sales_hours WHERE day = $1::date),
   resellers AS (DELETE FROM sales_resellers WHERE day = $1::date)
   DELETE FROM sales_days WHERE day = $1`,
);
const countDay = statement<[day: string]>(
  'stock.count-sales-day',
  `WITH sold AS MATERIALIZED (
     SELECT p.offer_id, p.user_id, p.quantity, p.total_cost, coalesce(k.cost, 0) AS cost, p.quantity - k.costed AS uncosted,
            p.unit_price * (p.quantity - k.costed) AS uncosted_amount
       FROM purchases p CROSS JOIN LATERAL (
         SELECT sum(o.cost) AS cost, count(o.cost) AS costed
           FROM (SELECT ${costOf('c')} AS cost FROM codes c WHERE c.purchase_id = p.id AND ${isNoReplacement}) o) k
      WHERE ${onDay}
   ), resellers AS (
     INSERT INTO sales_resellers (day, user_id, codes, amount, cost, uncosted, uncosted_amount)
     SELECT $1::date, user_id, sum(quantity), sum(total_cost), sum(cost), sum(uncosted), sum(uncosted_amount)
       FROM sold GROUP BY user_id
   )
   INSERT INTO sales_days (day, offer_id, codes, amount, cost, uncosted, uncosted_amount)
   SELECT $1::date, offer_id, sum(quantity), sum(total_cost), sum(cost), sum(uncosted), sum(uncosted_amount)
     FROM sold GROUP BY offer_id`,
);
const countHours = statement<[day: string]>(
  'stock.count-sales-hours',
  `INSERT INTO sales_hours (day, hour, game, codes, amount)
   SELECT $1::date, extract(hour FROM p.created_at - ${dayStart('$1::date')}), p.game, sum(p.quantity), sum(p.total_cost)
     FROM purchases p WHERE ${onDay} GROUP BY 2, 3`,
);
const recordCountedDay = statement<[day: string]>(
  'stock.note-sales-day',
  `INSERT INTO sales_days_until (day) VALUES ($1::date) ON CONFLICT (only_row) DO UPDATE SET day = EXCLUDED.day`,
);
const recordEmptyOffers = statement<[]>(
  'stock.note-without-stock',
  `INSERT INTO days_without_stock (offer_id, day)
   SELECT o.id, ${dayOf('clock_timestamp()')} FROM offers o JOIN products p ON p.id = o.product_id
    WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'
      AND (SELECT sum(quantity) FROM offer_stock s WHERE s.offer_id = o.id) <= 0
   ON CONFLICT DO NOTHING`,
);
/** The cover reads 30 days. */
const forgetEmpty = statement<[]>(
  'stock.forget-without-stock',
  `DELETE FROM days_without_stock WHERE day < ${dayOf('clock_timestamp()')} - 60`,
);

/**
 * Counts a day of sales anew, today at each run, and notes the offers without stock. A day is counted as a whole, so that running it again
 * corrects it. @returns `limit` while there is a later day to count, else 0
 */
export async function countSales(tx: DbTransaction, limit: number): Promise<number> {
  const { day, today, isFinal, next } = await nextDay.one(tx);
  // In the minutes after midnight the day before is not final yet, and today has sales.
  for (const counted of new Set([day, isFinal ? day : today])) {
    await clearDay.run(tx, counted);
    await countDay.run(tx, counted);
    await countHours.run(tx, counted);
  }
  await recordCountedDay.run(tx, isFinal ? (next ?? today) : day);
  if (isFinal && day < today) return limit;
  await recordEmptyOffers.run(tx);
  await forgetEmpty.run(tx);
  return 0;
}
