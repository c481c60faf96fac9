import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import type { Wallet } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

const read = statement<
  [userId: string],
  {
    readonly day: string;
    readonly offerId: string;
    readonly productName: string;
    readonly offerName: string;
    readonly codes: number;
    readonly amount: Centimes;
    readonly retailPrice: Centimes | null;
  }
>(
  'reports.my-day',
  `WITH t AS MATERIALIZED (SELECT ${dayOf('clock_timestamp()')} AS day)
   SELECT t.day::text AS day, s.*, r.price AS "retailPrice"
     FROM t LEFT JOIN LATERAL (
       SELECT p.offer_id AS "offerId", max(p.product_name) AS "productName", max(p.offer_name) AS "offerName",
              sum(p.quantity)::bigint AS codes, sum(p.total_cost)::bigint AS amount
         FROM purchases p WHERE p.user_id = $1 AND p.created_at >= ${dayStart('t.day')}
        GROUP BY p.offer_id) s ON true
     LEFT JOIN retail_prices r ON r.user_id = $1 AND r.offer_id = s."offerId"
    ORDER BY s.codes DESC, s."productName", s."offerName"`,
);

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** What a shop sold today in Algiers, by offer, and what that sells for where the shop has its own prices. */
export async function readMyDay(db: Queryable, wallet: Wallet): Promise<Output<typeof reports.myDay>> {
  const rows = await read.all(db, wallet.id);
  const day = rows[0]?.day ?? '';
  // One row without an offer says that nothing was sold.
  const sold = rows.filter(({ offerId }) => offerId !== null);
  const priced = sold.flatMap(({ codes, retailPrice }) =>
    retailPrice === null ? [] : [codes * retailPrice],
  );
  return {
    day,
    codes: total(sold.map(({ codes }) => codes)),
    amount: toDinars(total(sold.map(({ amount }) => amount)) as Centimes),
    retailValue: priced.length === 0 ? null : toDinars(total(priced) as Centimes),
    codesWithoutPrice: total(
      sold.filter(({ retailPrice }) => retailPrice === null).map(({ codes }) => codes),
    ),
    items: sold.map(({ day: _, retailPrice, amount, ...offer }) => ({
      ...offer,
      amount: toDinars(amount),
      retailPrice: retailPrice === null ? null : toDinars(retailPrice),
      retailValue: retailPrice === null ? null : toDinars((offer.codes * retailPrice) as Centimes),
    })),
  };
}
