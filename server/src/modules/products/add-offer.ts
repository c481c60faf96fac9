import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { offerFields } from './create-product.ts';
import { offerColumns, offersStore } from './offers.store.ts';
import { catalogueChanged, presentProduct, productsStore } from './products.store.ts';

/** Adds an offer after the others, with stock 0 (PRD-59). */
export const addOffer = command(products.addOffer, {
  run: async ({ tx, params, body }) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    const offer = offerFields(body);
    const { position } = await offersStore.nextPosition.one(tx, product.id);
    await offersStore.insert.run(tx, { productId: product.id, ...offerColumns([offer], [position]) });
    await productsStore.touch.run(tx, product.id);
    return {
      response: presentProduct(await productsStore.byId.one(tx, product.id)),
      effects: {
        audit: {
          action: 'product.add-offer',
          subject: { type: 'product', id: product.id, name: product.name },
          after: { ...offer, price: toDinars(offer.price) },
        },
        events: [catalogueChanged],
      },
    };
  },
});
