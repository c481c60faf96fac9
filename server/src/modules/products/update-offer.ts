import { isDeepStrictEqual } from 'node:util';
import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { basePriceChanges, recordPriceChanges } from '../prices/record-price-changes.ts';
import { offersStore } from './offers.store.ts';
import { catalogueChanged, presentProduct, productsStore } from './products.store.ts';

/**
 * Changes the fields of one offer that are sent. A caller that sends the price it has read does not overwrite a concurrent change. Values
 * that are stored already change nothing.
 */
export const updateOffer = command(products.updateOffer, {
  run: async ({ tx, actor, params, body: { price, expectedPrice, confirmBelowCost, ...texts } }) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    const offerId = parseUuidOrNil(params.offerId);
    const stored = (await offersStore.ofProduct.all(tx, product.id)).find(({ id }) => id === offerId);
    if (!stored) throw fail('OFFER_NOT_FOUND');
    const current = toDinars(stored.price);
    const before = { name: stored.name, value: stored.value, region: stored.region, price: current };
    const after = {
      name: texts.name ?? stored.name,
      value: texts.value ?? stored.value,
      region: texts.region || stored.region,
      price: price ?? current,
    };
    // Also a change whose answer was lost and that is sent again: its own price is no colleague's.
    if (isDeepStrictEqual(before, after))
      return {
        response: presentProduct(await productsStore.byId.one(tx, product.id)),
        effects: { audit: nothingChanged },
      };
    if (expectedPrice !== undefined && expectedPrice !== current)
      throw fail('PRICE_CHANGED', { price: current });
    await offersStore.updateOne.run(tx, { id: offerId, ...after, price: toCentimes(after.price) });
    const change = { id: offerId, from: stored.price, to: toCentimes(after.price) };
    await recordPriceChanges(tx, basePriceChanges([change]), { actor, confirmBelowCost });
    await productsStore.touch.run(tx, product.id);
    return {
      response: presentProduct(await productsStore.byId.one(tx, product.id)),
      effects: {
        audit: {
          action: 'product.update-offer',
          subject: { type: 'offer', id: offerId, name: `${product.name} - ${stored.name}` },
          before,
          after,
        },
        events: [catalogueChanged],
      },
    };
  },
});
