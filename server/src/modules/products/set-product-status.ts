import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { catalogueChanged, presentProduct, productsStore } from './products.store.ts';

/** Changes the status of a product and nothing else (PRD-12, RWO-28). @throws AppError PRODUCT_NOT_FOUND */
export const setProductStatus = command(products.setStatus, {
  run: async ({ tx, params, body: { status } }) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    await productsStore.setStatus.run(tx, product.id, status);
    return {
      response: presentProduct(await productsStore.byId.one(tx, product.id)),
      effects: {
        audit: {
          action: 'product.set-status',
          subject: { type: 'product', id: product.id, name: product.name },
          before: { status: product.status },
          after: { status },
        },
        events: [catalogueChanged],
      },
    };
  },
});
