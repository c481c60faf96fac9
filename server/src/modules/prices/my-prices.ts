import { hash } from 'node:crypto';
import type { MyPrices, prices } from '@almas/contract/prices';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { Handler } from '../../http/serve.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface PricedOffer {
  readonly offerId: string;
  /** Where the price changes, from quantity 1 on. */
  readonly steps: readonly [Step, ...Step[]];
}
type Step = readonly [minQuantity: number, price: Centimes];

// The price at each quantity from which one of the two scopes has another, by the function that the sale applies.
const pricesOf = statement<[userId: string], PricedOffer>(
  'prices.mine',
  `WITH buyer AS MATERIALIZED (SELECT id, price_level_id FROM users WHERE id = $1 AND own_prices),
   given AS MATERIALIZED (
     SELECT s.offer_id, s.min_quantity FROM buyer b JOIN special_prices s ON s.scope = 'user' AND s.scope_id = b.id::text
      UNION
     SELECT s.offer_id, s.min_quantity FROM buyer b JOIN special_prices s ON s.scope = 'level' AND s.scope_id = b.price_level_id::text
   ), asked AS (
     SELECT offer_id, min_quantity FROM given UNION SELECT offer_id, 1 FROM given
   ), resolved AS (
     SELECT o.id AS offer_id, a.min_quantity, sale_price(b.id, b.price_level_id, o.id, a.min_quantity, o.price) AS price
       FROM asked a CROSS JOIN buyer b JOIN offers o ON o.id = a.offer_id JOIN products p ON p.id = o.product_id
      WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status <> 'draft'
   ), steps AS (
     SELECT *, lag(price) OVER (PARTITION BY offer_id ORDER BY min_quantity) AS before FROM resolved
   )
   SELECT offer_id AS "offerId", json_agg(json_build_array(min_quantity, price) ORDER BY min_quantity) AS steps
     FROM steps WHERE price IS DISTINCT FROM before GROUP BY offer_id ORDER BY offer_id`,
);

/** What a reseller pays, where it is not what all see. Equal prices have equal versions; nothing of other accounts goes into it. */
export async function readMyPrices(db: Queryable, userId: string): Promise<MyPrices> {
  const rows = await pricesOf.all(db, userId);
  const offers = rows.map(({ offerId, steps: [[, price], ...breaks] }) => ({
    offerId,
    price: toDinars(price),
    breaks: breaks.map(([minQuantity, broken]) => ({ minQuantity, price: toDinars(broken) })),
  }));
  return { version: hash('sha256', JSON.stringify(offers), 'base64url').slice(0, 16), offers };
}

/** GET /api/my-prices: 304 for a caller who names the version. No cache keeps the answer: another account may use the same browser. */
export const serveMyPrices =
  (db: Queryable): Handler<typeof prices.mine> =>
  async ({ wallet, request, reply }) => {
    const mine = await readMyPrices(db, wallet.id);
    const etag = `"${mine.version}"`;
    reply.headers({ etag, 'cache-control': 'private, no-store' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return mine;
  };
