import { screens } from '@almas/contract/limits';
import { purchases } from '@almas/contract/purchases';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { offersForSale } from './quick-sales.ts';

const find = statement<[userId: string, offerId: string], { readonly others: number }>(
  'purchases.pins-beside',
  `SELECT (SELECT count(*)::int FROM pinned_offers JOIN ${offersForSale} ON o.id = offer_id
            WHERE user_id = $1 AND offer_id <> $2) AS others
     FROM ${offersForSale} WHERE o.id = $2`,
);
const pin = statement<[userId: string, offerId: string]>(
  'purchases.pin',
  'INSERT INTO pinned_offers (user_id, offer_id) VALUES ($1, $2) ON CONFLICT (user_id, offer_id) DO NOTHING',
);
const unpin = statement<[userId: string, offerId: string]>(
  'purchases.unpin',
  'DELETE FROM pinned_offers WHERE user_id = $1 AND offer_id = $2',
);

/** Keeps an offer among the reseller's quick sales, or no longer. */
export const pinOffer = command(purchases.pin, {
  run: async ({ tx, wallet, params, body: { pinned } }) => {
    const offerId = parseUuidOrNil(params.offerId);
    if (pinned) {
      const offer = await find.first(tx, wallet.id, offerId);
      if (!offer) throw fail('OFFER_NOT_FOUND');
      if (offer.others >= screens.pinnedOffers) throw fail('TOO_MANY_PINS');
      await pin.run(tx, wallet.id, offerId);
    } else await unpin.run(tx, wallet.id, offerId);
    return { response: { pinned }, effects: {} };
  },
});
