import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { addOffer } from './add-offer.ts';
import { createProduct } from './create-product.ts';
import { productsStore } from './products.store.ts';
import { removeProduct } from './remove-product.ts';
import { serveCatalogue } from './serve-catalogue.ts';
import { setProductStatus } from './set-product-status.ts';
import { updateOffer } from './update-offer.ts';
import { updateProduct } from './update-product.ts';
import { getProduct } from './visible-products.ts';

export function productRoutes(services: Services): ServedGroup {
  return serveRoutes(services, products, {
    list: serveCatalogue(services.db),
    get: async ({ actor, params }) => getProduct(services, actor, params.id),
    redeem: async ({ params }) => {
      const redeem = await productsStore.redeem.first(services.db, parseUuidOrNil(params.id));
      if (!redeem) throw fail('PRODUCT_NOT_FOUND');
      return redeem;
    },
    create: createProduct,
    update: updateProduct,
    setStatus: setProductStatus,
    remove: removeProduct,
    addOffer,
    updateOffer,
  });
}
