import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { batchesChanged } from '../codes/code-events.ts';
import { offersStore } from './offers.store.ts';
import { catalogueChanged, productsStore } from './products.store.ts';
import { retireOffers } from './retire-offers.ts';

/**
 * Deletes a product with its offers and unsold codes; sold codes stay with their buyers (AMB-11). With `codes`, the number of unsold
 * codes that the caller was shown, it is refused when there are more by now.
 */
export const removeProduct = command(products.remove, {
  long: true,
  run: async ({ tx, params, query }) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    const offers = await offersStore.ofProduct.all(tx, product.id);
    await productsStore.remove.run(tx, product.id);
    const offerIds = offers.map(({ id }) => id);
    const codesDeleted = await retireOffers(tx, offerIds, query.codes);
    return {
      response: undefined,
      effects: {
        audit: {
          action: 'product.delete',
          subject: { type: 'product', id: product.id, name: product.name },
          before: { ...product, offers: offers.map(({ id, name }) => ({ id, name })) },
          after: { codesDeleted },
        },
        events: [catalogueChanged, ...(codesDeleted > 0 ? [batchesChanged] : [])],
      },
    };
  },
});
