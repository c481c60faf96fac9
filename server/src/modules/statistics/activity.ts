import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import { timeZone } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

type Activity = Output<typeof statistics.activity>;

const bestOffersShown = 10;
const lowStockShown = 20;
/** An offer with fewer codes than this should be filled up. */
export const lowStockBelow = 10;

/** $1 is today; $2 how many days, today included. */
const firstMoment = dayStart('$1::date - ($2::int - 1)');

interface DayRow {
  day: string;
  sales: Centimes;
  codes: number;
  recharges: Centimes;
  freeFire: Centimes;
}

const byDay = statement<[today: string, days: number], DayRow>(
  'statistics.by-day',
  `WITH sold AS (
     SELECT ${dayOf('created_at')} AS day, sum(total_cost) AS sales, sum(quantity) AS codes
       FROM purchases WHERE created_at >= ${firstMoment} GROUP BY 1
   ), credited AS (
     SELECT ${dayOf('t.created_at')} AS day, sum(t.amount - coalesce(c.amount, 0)) AS amount
       FROM transactions t
            LEFT JOIN LATERAL (SELECT sum(l.amount) AS amount FROM ledger l
                                WHERE l.transaction_id = t.id AND l.metadata ->> 'source' = 'admin_debit') c ON true
      WHERE t.type = 'recharge' AND t.status = 'completed' AND t.created_at >= ${firstMoment} GROUP BY 1
   ), delivered AS (
     SELECT ${dayOf('processed_at')} AS day, sum(amount) AS amount
       FROM free_fire_requests WHERE processed_at >= ${firstMoment} AND status = 'validated' GROUP BY 1
   )
   SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(s.sales, 0)::bigint AS sales, coalesce(s.codes, 0)::bigint AS codes,
          coalesce(c.amount, 0)::bigint AS recharges, coalesce(f.amount, 0)::bigint AS "freeFire"
     FROM (SELECT $1::date - n AS day FROM generate_series(0, $2 - 1) n) d
     LEFT JOIN sold s USING (day) LEFT JOIN credited c USING (day) LEFT JOIN delivered f USING (day)
    ORDER BY d.day`,
);

const bestOffers = statement<
  [today: string, days: number],
  { offerId: string; productName: string; offerName: string; codes: number; amount: Centimes }
>(
  'statistics.best-offers',
  `SELECT offer_id AS "offerId", max(product_name) AS "productName", max(offer_name) AS "offerName",
          sum(quantity)::bigint AS codes, sum(total_cost)::bigint AS amount
     FROM purchases WHERE created_at >= ${firstMoment}
    GROUP BY offer_id ORDER BY sum(total_cost) DESC, offer_id LIMIT ${bestOffersShown}`,
);

const lowStock = statement<[], Activity['lowStock'][number]>(
  'statistics.low-stock',
  `SELECT p.id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName",
          sum(s.quantity)::bigint AS stock
     FROM offers o JOIN products p ON p.id = o.product_id JOIN offer_stock s ON s.offer_id = o.id
    WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'
    GROUP BY p.id, o.id HAVING sum(s.quantity) < ${lowStockBelow}
    ORDER BY sum(s.quantity), p.name, o.name LIMIT ${lowStockShown}`,
);

/** Active offers with fewer than 10 codes, the emptiest first, at most 20. */
export const readLowStock = (db: Queryable): Promise<Activity['lowStock']> => lowStock.all(db);

const today = (now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** Sales may be read on a standby, the stock is read on the primary. */
interface ActivityDatabases {
  readonly lists: Queryable;
  readonly stock: Queryable;
}

/**
 * What was sold and credited day by day in Algiers, today last; the offers that sold best in the same days; the offers
 * about to run out. Amounts in DA. Recharges count advances, as their list does, and not what was corrected of them; Free Fire counts
 * what was validated.
 */
export async function readActivity(
  { lists, stock }: ActivityDatabases,
  days: number,
  now: Date,
): Promise<Activity> {
  const [perDay, best, low] = await Promise.all([
    byDay.all(lists, today(now), days),
    bestOffers.all(lists, today(now), days),
    readLowStock(stock),
  ]);
  return {
    days: perDay.map((day) => ({
      ...day,
      sales: toDinars(day.sales),
      recharges: toDinars(day.recharges),
      freeFire: toDinars(day.freeFire),
    })),
    bestOffers: best.map((offer) => ({ ...offer, amount: toDinars(offer.amount) })),
    lowStock: low,
  };
}

const heldByResellers = statement<[], { held: Centimes }>(
  'statistics.held-by-resellers',
  `SELECT coalesce(sum(balance), 0)::bigint AS held FROM users WHERE role = 'reseller'`,
);

/** Today and the days before it that the dashboard compares it with. */
const comparedDays = 7;

/** What was sold and credited today in Algiers and on the six days before, and the money that resellers hold now. Amounts in DA. */
export async function readToday(db: Queryable, now: Date): Promise<Output<typeof statistics.today>> {
  const rows = await byDay.all(db, today(now), comparedDays);
  const { held } = await heldByResellers.one(db);
  const days = rows.map(({ day, ...figures }) => ({
    day,
    sales: toDinars(figures.sales),
    recharges: toDinars(figures.recharges),
    freeFire: toDinars(figures.freeFire),
  }));
  const last = rows.length - 1;
  const { day: _, ...figures } = days[last] as (typeof days)[number];
  return { ...figures, codes: rows[last]?.codes ?? 0, held: toDinars(held), days };
}
