import { screens } from '@almas/contract/limits';
import type { Offer } from '@almas/contract/products';
import type { QuickSale } from '@almas/contract/purchases';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

type QuickSaleRow = Omit<QuickSale, 'offer'> & { readonly offer: Offer & { readonly price: Centimes } };

// What one account bought in these days is few rows, at the purchases that an hour allows.
const mostBought = statement<[userId: string, days: number, limit: number], QuickSaleRow>(
  'purchases.quick-sales',
  `WITH bought AS MATERIALIZED (
     SELECT offer_id, sum(quantity)::int AS sold, max(created_at) AS latest
       FROM purchases WHERE user_id = $1 AND created_at > clock_timestamp() - make_interval(days => $2)
      GROUP BY offer_id
   )
   SELECT p.id AS "productId", p.name AS "productName", p.game, b.sold,
          json_build_object('id', o.id, 'name', o.name, 'value', o.value, 'price', o.price, 'region', o.region, 'stock',
            (SELECT coalesce(sum(s.quantity), 0)::bigint FROM offer_stock s WHERE s.offer_id = o.id)) AS offer
     FROM bought b
     JOIN offers o ON o.id = b.offer_id AND o.deleted_at IS NULL
     JOIN products p ON p.id = o.product_id AND p.deleted_at IS NULL AND p.status = 'active'
    ORDER BY b.sold DESC, b.latest DESC, o.id LIMIT $3`,
);

/** The offers that a reseller has bought most codes of lately and that are still for sale, sold out or not. */
export async function listQuickSales(db: Queryable, userId: string): Promise<QuickSale[]> {
  const rows = await mostBought.all(db, userId, screens.quickSaleDays, screens.quickSales);
  return rows.map((row) => ({ ...row, offer: { ...row.offer, price: toDinars(row.offer.price) } }));
}
