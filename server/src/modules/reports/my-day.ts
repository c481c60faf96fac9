import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import type { Wallet } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { retailPriceAt } from '../shop/retail-price-at.ts';

const read = statement<
  [userId: string],
  {
    readonly day: string;
    readonly offerId: string;
    readonly productName: string;
    readonly offerName: string;
    readonly codes: number;
    readonly amount: Centimes;
    /** As it is now. */
    readonly retailPrice: Centimes | null;
    /** At the price of each sale's moment, or the present one where there was none. */
    readonly retailValue: Centimes | null;
    readonly codesWithoutPrice: number;
  }
>(
  'reports.my-day',
  `WITH t AS MATERIALIZED (SELECT ${dayOf('clock_timestamp()')} AS day)
   SELECT t.day::text AS day, s.*, r.price AS "retailPrice"
     FROM t LEFT JOIN LATERAL (
       SELECT p.offer_id AS "offerId", max(p.product_name) AS "productName", max(p.offer_name) AS "offerName",
              sum(p.quantity)::bigint AS codes, sum(p.total_cost)::bigint AS amount,
              sum(p.quantity * coalesce(r.price, n.price))::bigint AS "retailValue",
              coalesce(sum(p.quantity) FILTER (WHERE coalesce(r.price, n.price) IS NULL), 0)::bigint AS "codesWithoutPrice"
         FROM purchases p
         LEFT JOIN LATERAL (${retailPriceAt('p')}) r ON true
         LEFT JOIN retail_prices n ON n.user_id = p.user_id AND n.offer_id = p.offer_id
        WHERE p.user_id = $1 AND p.created_at >= ${dayStart('t.day')}
        GROUP BY p.offer_id) s ON true
     LEFT JOIN retail_prices r ON r.user_id = $1 AND r.offer_id = s."offerId"
    ORDER BY s.codes DESC, s."productName", s."offerName"`,
);

const readTopUps = statement<[userId: string], { readonly count: number; readonly amount: Centimes }>(
  'reports.my-top-ups',
  `SELECT count(*) AS count, coalesce(sum(q.amount), 0)::bigint AS amount
     FROM transactions t JOIN free_fire_requests q ON q.transaction_id = t.id
    WHERE t.user_id = $1 AND t.type IN ('freefire', 'freefire_request')
      AND t.created_at >= ${dayStart(dayOf('clock_timestamp()'))} AND q.status <> 'refused'`,
);

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * What a shop sold today in Algiers, by offer, and what its customers paid where the shop had its own price, and its Free Fire top-ups:
 * as its drawers count it, but for a sale before the offer had one, which a drawer counts at cost.
 */
export async function readMyDay(db: Queryable, wallet: Wallet): Promise<Output<typeof reports.myDay>> {
  const [rows, topUps] = await Promise.all([read.all(db, wallet.id), readTopUps.one(db, wallet.id)]);
  const day = rows[0]?.day ?? '';
  // One row without an offer says that nothing was sold.
  const sold = rows.filter(({ offerId }) => offerId !== null);
  const priced = sold.flatMap(({ retailValue }) => retailValue ?? []);
  return {
    day,
    codes: total(sold.map(({ codes }) => codes)),
    amount: toDinars(total(sold.map(({ amount }) => amount)) as Centimes),
    retailValue: priced.length === 0 ? null : toDinars(total(priced) as Centimes),
    codesWithoutPrice: total(sold.map(({ codesWithoutPrice }) => codesWithoutPrice)),
    topUps: { count: topUps.count, amount: toDinars(topUps.amount) },
    items: sold.map(
      ({ day: _, codesWithoutPrice: _without, retailPrice, retailValue, amount, ...offer }) => ({
        ...offer,
        amount: toDinars(amount),
        retailPrice: retailPrice === null ? null : toDinars(retailPrice),
        retailValue: retailValue === null ? null : toDinars(retailValue),
      }),
    ),
  };
}
