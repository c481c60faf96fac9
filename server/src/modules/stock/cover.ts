import type { Output, Parsed } from '@almas/contract/route';
import type { OfferCover, OfferSales, stock } from '@almas/contract/stock';
import { fail } from '../../app-error.ts';
import { isUuid, presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

/** An offer that lasts less long than this is to be bought again. */
const reorderDays = 3;
/** Sorts after every cover. */
const unknownCover = 1e9;

interface CoverRow extends Omit<OfferCover, 'price' | 'unitCost'> {
  price: Centimes;
  unitCost: Centimes | null;
  order: number;
}

// The fourteen days before today. Days before the offer was there, and days without stock, are left out; when none is left, the days
// without stock count after all.
const withCover = `WITH today AS MATERIALIZED (SELECT ${dayOf('clock_timestamp()')} AS day),
   emptied AS MATERIALIZED (
     SELECT e.offer_id, count(*) AS days FROM days_without_stock e, today t
      WHERE e.day BETWEEN t.day - 14 AND t.day - 1 GROUP BY 1
   ), sold AS MATERIALIZED (
     SELECT s.offer_id, sum(s.codes) AS codes,
            sum(s.codes) FILTER (WHERE NOT EXISTS (
              SELECT FROM days_without_stock e WHERE e.offer_id = s.offer_id AND e.day = s.day)) AS stocked
       FROM sales_days s, today t WHERE s.day BETWEEN t.day - 14 AND t.day - 1 GROUP BY 1
   ), missed AS MATERIALIZED (
     SELECT m.offer_id, sum(m.count) AS sales FROM missed_sales m, today t WHERE m.day > t.day - 14 GROUP BY 1
   ), stocked AS MATERIALIZED (
     SELECT offer_id, sum(quantity)::bigint AS codes FROM offer_stock GROUP BY 1
   ), offer AS MATERIALIZED (
     SELECT p.id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName", p.game, o.price,
            coalesce(q.codes, 0) AS stock,
            CASE WHEN a.age - coalesce(e.days, 0) > 0 THEN coalesce(s.stocked, 0) / (a.age - coalesce(e.days, 0))::float8
                 WHEN a.age > 0 THEN coalesce(s.codes, 0) / a.age::float8 END AS "perDay",
            coalesce(m.sales, 0)::bigint AS missed, coalesce(h.min_stock, 0) AS "minStock",
            coalesce(h.withhold_days, 0) AS "withholdDays"
       FROM offers o JOIN products p ON p.id = o.product_id
       CROSS JOIN LATERAL (SELECT least(14, (SELECT day FROM today) - ${dayOf('o.created_at')}) AS age) a
       LEFT JOIN emptied e ON e.offer_id = o.id LEFT JOIN sold s ON s.offer_id = o.id
       LEFT JOIN stocked q ON q.offer_id = o.id LEFT JOIN missed m ON m.offer_id = o.id LEFT JOIN offer_thresholds h ON h.offer_id = o.id
      WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'
   ), cover AS (
     SELECT *, CASE WHEN "perDay" > 0 THEN stock / "perDay" END AS days FROM offer
   ), marked AS (
     SELECT *, stock < "minStock" OR coalesce(days < ${reorderDays}, false) OR (stock = 0 AND missed > 0) AS reorder,
            coalesce(days, ${unknownCover}) AS "order"
       FROM cover
   )`;

const page = statement<{ onlyReorder: boolean; order: number; offerId: string; limit: number }, CoverRow>(
  'stock.cover',
  `${withCover}
   SELECT m.*, newest_unit_cost(m."offerId") AS "unitCost"
     FROM (SELECT * FROM marked
            WHERE (reorder OR NOT :only_reorder::boolean) AND ("order", "offerId") > (:order::float8, :offer_id::uuid)
            ORDER BY "order", "offerId" LIMIT :limit::int) m
    ORDER BY "order", "offerId"`,
);

const sales = statement<[], OfferSales>(
  'stock.sales',
  `${withCover}, week AS (
     SELECT s.offer_id, sum(s.codes)::bigint AS sold FROM sales_days s, today t WHERE s.day > t.day - 7 GROUP BY 1
   )
   SELECT o.id AS "offerId", coalesce(w.sold, 0)::bigint AS sold, m.days, coalesce(m.reorder, false) AS reorder
     FROM offers o LEFT JOIN marked m ON m."offerId" = o.id LEFT JOIN week w ON w.offer_id = o.id
    WHERE o.deleted_at IS NULL AND (m."offerId" IS NOT NULL OR w.sold > 0)`,
);

const start = '00000000-0000-0000-0000-000000000000';
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** How long the codes of each active offer last, the shortest first. Sales are at most two minutes old, the stock is now's. */
export async function listCover(
  db: Queryable,
  { reorder, limit, cursor }: Parsed<typeof stock.cover>['query'],
): Promise<Output<typeof stock.cover>> {
  const [order, offerId] = sortValuesAfter<[number, string]>(cursor, [isNumber, isUuid], [-1, start]);
  const rows = await page.all(db, { onlyReorder: reorder === 'only', order, offerId, limit: limit + 1 });
  return presentPage(rows, limit, presentCover, (row) => [row.order, row.offerId]);
}

const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

const presentCover = ({ price, unitCost, perDay, days, order: _, ...row }: CoverRow): OfferCover => ({
  ...row,
  perDay: tenths(perDay),
  days: tenths(days),
  price: toDinars(price),
  unitCost: unitCost === null ? null : toDinars(unitCost),
});

/** How each offer sells, of the whole shop at once: as many rows as the list of products has offers. */
export async function listSales(db: Queryable): Promise<Output<typeof stock.sales>> {
  const rows = await sales.all(db);
  return { items: rows.map((row) => ({ ...row, days: tenths(row.days) })) };
}

const days = statement<[offerId: string], Output<typeof stock.days>['items'][number]>(
  'stock.cover-days',
  `SELECT d.day::text AS day, coalesce(s.codes, 0)::bigint AS codes, coalesce(m.count, 0) AS missed,
          e.day IS NOT NULL AS "withoutStock"
     FROM (SELECT ${dayOf('clock_timestamp()')} - n AS day FROM generate_series(0, 29) n) d
     LEFT JOIN sales_days s ON s.offer_id = $1 AND s.day = d.day
     LEFT JOIN missed_sales m ON m.offer_id = $1 AND m.day = d.day
     LEFT JOIN days_without_stock e ON e.offer_id = $1 AND e.day = d.day
    WHERE EXISTS (SELECT FROM offers WHERE id = $1)
    ORDER BY d.day`,
);

/** The last thirty days of an offer, today last. @throws AppError OFFER_NOT_FOUND */
export async function readCoverDays(db: Queryable, offerId: string): Promise<Output<typeof stock.days>> {
  const items = await days.all(db, parseUuidOrNil(offerId));
  if (items.length === 0) throw fail('OFFER_NOT_FOUND');
  return { items };
}
