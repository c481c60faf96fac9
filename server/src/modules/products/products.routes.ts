import { products } from '@almas/contract/products';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { addOffer } from './add-offer.ts';
import { createProduct } from './create-product.ts';
import { removeProduct } from './remove-product.ts';
import { serveCatalogue } from './serve-catalogue.ts';
import { setProductStatus } from './set-product-status.ts';
import { updateProduct } from './update-product.ts';
import { getProduct } from './visible-products.ts';

export function productRoutes(services: Services): ServedGroup {
  return serveGroup(products, {
    list: serveCatalogue(services.db),
    get: async ({ actor, params }) => getProduct(services, actor, params.id),
    create: async ({ actor, origin, body }) => createProduct(services, actor, origin, body),
    update: async ({ actor, origin, params, body }) =>
      updateProduct(services, actor, origin, params.id, body),
    setStatus: async ({ actor, origin, params, body }) =>
      setProductStatus(services, actor, origin, params.id, body.status),
    remove: async ({ actor, origin, params }) => {
      await removeProduct(services, actor, origin, params.id);
      return undefined;
    },
    addOffer: async ({ actor, origin, params, body }) => addOffer(services, actor, origin, params.id, body),
  });
}
