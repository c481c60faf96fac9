import { screens } from '@almas/contract/limits';
import type { Offer } from '@almas/contract/products';
import type { QuickSale } from '@almas/contract/purchases';
import { timeZone } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

type QuickSaleRow = Omit<QuickSale, 'offer'> & { readonly offer: Offer & { readonly price: Centimes } };

/** Midnight in Algiers: purchases of today change no order, so that a tile stays where the reseller's finger knows it. */
const today = `date_trunc('day', clock_timestamp(), '${timeZone}')`;

/** SQL: an offer `o` that is for sale, of its product `p`. */
export const offersForSale = `(offers o JOIN products p ON p.id = o.product_id AND p.deleted_at IS NULL AND p.status = 'active'
     AND o.deleted_at IS NULL)`;

// What one account bought in these days is few rows, at the purchases that an hour allows.
const mostBought = statement<[userId: string, days: number, limit: number], QuickSaleRow>(
  'purchases.quick-sales',
  `WITH bought AS MATERIALIZED (
     SELECT offer_id, sum(quantity)::int AS sold, max(created_at) AS latest, min(created_at) AS first,
            coalesce(sum(quantity) FILTER (WHERE created_at < ${today}), 0) AS "soldBefore",
            max(created_at) FILTER (WHERE created_at < ${today}) AS "latestBefore"
       FROM purchases WHERE user_id = $1 AND created_at >= ${today} - make_interval(days => $2)
      GROUP BY offer_id
   ), pinned AS MATERIALIZED (
     SELECT offer_id, pinned_at FROM pinned_offers JOIN ${offersForSale} ON o.id = offer_id WHERE user_id = $1
   ), chosen AS MATERIALIZED (
     SELECT coalesce(b.sold, 0) AS sold, b.first, coalesce(b."soldBefore", 0) AS "soldBefore", b."latestBefore", n.pinned_at,
            o.id, o.name, o.value, o.region,
            CASE WHEN u.own_prices THEN sale_price(u.id, u.price_level_id, o.id, 1, o.price) ELSE o.price END AS price,
            p.id AS "productId", p.name AS "productName", p.game,
            (SELECT coalesce(sum(s.quantity), 0)::bigint FROM offer_stock s WHERE s.offer_id = o.id) AS stock
       FROM bought b FULL JOIN pinned n USING (offer_id)
       JOIN users u ON u.id = $1
       JOIN ${offersForSale} ON o.id = offer_id
      ORDER BY n.pinned_at IS NULL, b.sold DESC NULLS LAST, b.latest DESC, o.id
      LIMIT greatest($3, (SELECT count(*) FROM pinned))
   )
   SELECT "productId", "productName", game, sold, pinned_at IS NOT NULL AS pinned,
          json_build_object('id', id, 'name', name, 'value', value, 'price', price, 'region', region, 'stock', stock) AS offer
     FROM chosen ORDER BY pinned_at, stock = 0, "soldBefore" DESC, "latestBefore" DESC, first, id`,
);

/**
 * The offers that a reseller has pinned, in that order, and those bought most lately, each at the reseller's price of one code, while they
 * are for sale. The order of those that are not pinned is that of the days before today; sold-out ones of them are last.
 */
export async function listQuickSales(db: Queryable, userId: string): Promise<QuickSale[]> {
  const rows = await mostBought.all(db, userId, screens.quickSaleDays, screens.quickSales);
  return rows.map((row) => ({ ...row, offer: { ...row.offer, price: toDinars(row.offer.price) } }));
}
