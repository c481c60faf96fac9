import { type RetailPrice, shop } from '@almas/contract/shop';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';

/** A removed offer too: its purchases still have tickets. */
const read = statement<[userId: string, offerId: string], { readonly price: Centimes | null }>(
  'shop.retail-price',
  `SELECT r.price FROM offers o LEFT JOIN retail_prices r ON r.offer_id = o.id AND r.user_id = $1 WHERE o.id = $2`,
);
/** As it was when a day of Algiers ended, or as it is while the day lasts. The first price counts for the days before it too. */
const readOnDay = statement<
  [userId: string, offerId: string, day: string],
  { readonly price: Centimes | null }
>(
  'shop.retail-price-on-day',
  `SELECT (SELECT c.price FROM retail_price_changes c
            WHERE c.user_id = $1 AND c.offer_id = o.id
            ORDER BY c.changed_at < day.ended DESC, abs(extract(epoch FROM c.changed_at - day.ended)), c.id DESC LIMIT 1) AS price
     FROM offers o, LATERAL (SELECT ${dayStart('$3::date + 1')} AS ended) day WHERE o.id = $2`,
);
const save = statement<[userId: string, offerId: string, price: Centimes]>(
  'shop.save-retail-price',
  `WITH saved AS (
     INSERT INTO retail_prices AS r (user_id, offer_id, price) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, offer_id) DO UPDATE SET price = EXCLUDED.price WHERE r.price <> EXCLUDED.price
     RETURNING user_id, offer_id, price)
   INSERT INTO retail_price_changes (user_id, offer_id, price) SELECT user_id, offer_id, price FROM saved`,
);
const remove = statement<[userId: string, offerId: string]>(
  'shop.remove-retail-price',
  `WITH removed AS (DELETE FROM retail_prices WHERE user_id = $1 AND offer_id = $2 RETURNING user_id, offer_id)
   INSERT INTO retail_price_changes (user_id, offer_id) SELECT user_id, offer_id FROM removed`,
);

/** @throws AppError OFFER_NOT_FOUND */
export async function readRetailPrice(
  db: Queryable,
  userId: string,
  offerId: string,
  day?: string,
): Promise<RetailPrice> {
  const id = parseUuidOrNil(offerId);
  const row = await (day === undefined ? read.first(db, userId, id) : readOnDay.first(db, userId, id, day));
  if (!row) throw fail('OFFER_NOT_FOUND');
  return { price: row.price === null ? null : toDinars(row.price) };
}

/** Sets the reseller's own price of an offer, or takes it back (null). */
export const saveRetailPrice = command(shop.saveRetailPrice, {
  run: async ({ tx, wallet, params, body: { price } }) => {
    // Refuses an offer that there is not.
    await readRetailPrice(tx, wallet.id, params.offerId);
    const offerId = parseUuidOrNil(params.offerId);
    if (price === null) await remove.run(tx, wallet.id, offerId);
    else await save.run(tx, wallet.id, offerId, toCentimes(price));
    return { response: await readRetailPrice(tx, wallet.id, params.offerId), effects: {} };
  },
});
