import type { reports, StockValue } from '@almas/contract/reports';
import type { Output, Parsed } from '@almas/contract/route';
import { checkDayBegun } from '../../database/check-day-begun.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface StockRow extends Omit<StockValue, 'cost'> {
  readonly cost: Centimes;
}

/** SQL: whether the withheld code `w` was out of the sale at the end of the day. A code that was withheld twice counts from the second time. */
const isOut = `w.withheld_at < t.ended AND (w.decision IS DISTINCT FROM 'released' OR w.decided_at >= t.ended)`;

// By batch: what was imported, less what was sold or withheld by then. Deleting an offer deletes its unsold codes, which its batches still
// count. Batches that were sold out by then are not read. Codes from before there were batches have no known cost; of those that were deleted
// with their offer nothing is known. What a rehearsal delivered is no stock.
const read = statement<[day: string | null], StockRow>(
  'reports.stock-value',
  `WITH t AS MATERIALIZED (
     SELECT ${dayStart(`coalesce($1::date, ${dayOf('clock_timestamp()')}) + 1`)} AS ended
   ), stocked AS (
     SELECT b.offer_id, b.codes - s.sold - h.withheld AS codes,
            coalesce((SELECT k.unit_cost FROM code_batch_costs k WHERE k.batch_id = b.id AND k.until >= t.ended
                       ORDER BY k.until LIMIT 1), b.unit_cost) AS cost
       FROM t JOIN code_batches b ON b.created_at < t.ended AND (b.sold_out_at IS NULL OR b.sold_out_at >= t.ended)
        AND NOT EXISTS (SELECT FROM supplier_orders r JOIN supplier_connections c ON c.id = r.connection_id AND c.kind = 'simulator'
                         WHERE r.batch_id = b.id)
       CROSS JOIN LATERAL (SELECT count(*) AS sold FROM codes c
                            WHERE c.id BETWEEN b.first_id AND b.last_id AND c.sold_at < t.ended) s
       CROSS JOIN LATERAL (SELECT count(*) AS withheld FROM withheld_codes w
                            WHERE w.id BETWEEN b.first_id AND b.last_id AND ${isOut}) h
     UNION ALL
     SELECT c.offer_id, count(*), NULL
       FROM t JOIN codes c ON c.id < (SELECT coalesce(min(first_id), 9223372036854775807) FROM code_batches) AND c.created_at < t.ended
        AND (c.sold_at IS NULL OR c.sold_at >= t.ended)
        AND NOT EXISTS (SELECT FROM withheld_codes w WHERE w.id = c.id AND ${isOut})
      GROUP BY 1
   )
   SELECT o.id AS "offerId", p.game, p.name AS "productName", o.name AS "offerName",
          coalesce(sum(s.codes) FILTER (WHERE s.cost IS NOT NULL), 0)::bigint AS codes,
          coalesce(sum(s.codes * s.cost), 0)::bigint AS cost,
          coalesce(sum(s.codes) FILTER (WHERE s.cost IS NULL), 0)::bigint AS "unknownCodes"
     FROM stocked s JOIN offers o ON o.id = s.offer_id JOIN products p ON p.id = o.product_id, t
    WHERE s.codes > 0 AND (o.deleted_at IS NULL OR o.deleted_at >= t.ended)
    GROUP BY o.id, p.id ORDER BY cost DESC, p.name, o.name, o.id`,
);

const sum = (items: readonly StockRow[], field: 'codes' | 'cost' | 'unknownCodes') =>
  items.reduce((total, item) => total + item[field], 0);

/** What the unsold codes had cost at the end of a day of Algiers, by offer, the largest value first. (OWN-08) @throws AppError DAY_NOT_BEGUN */
export async function readStockValue(
  db: Queryable,
  { day }: Parsed<typeof reports.stockValue>['query'],
): Promise<Output<typeof reports.stockValue>> {
  if (day) await checkDayBegun(db, day);
  const rows = await read.all(db, day ?? null);
  return {
    items: rows.map((row) => ({ ...row, cost: toDinars(row.cost) })),
    totals: {
      codes: sum(rows, 'codes'),
      cost: toDinars(sum(rows, 'cost') as Centimes),
      unknownCodes: sum(rows, 'unknownCodes'),
    },
  };
}
