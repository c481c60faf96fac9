import { products } from '@almas/contract/products';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { addOffer } from './add-offer.ts';
import { createProduct } from './create-product.ts';
import { catalogueVersion, getProduct, listProducts } from './list-products.ts';
import { removeProduct } from './remove-product.ts';
import { setProductStatus } from './set-product-status.ts';
import { updateProduct } from './update-product.ts';

export function productRoutes(services: Services): ServedGroup {
  return serveGroup(products, {
    list: async ({ actor, query, request, reply }) => {
      // Read before the list: a list that is newer than its name is asked for once more, never kept too long.
      const version = await catalogueVersion(services, actor, query);
      reply.headers({ etag: version, 'cache-control': 'private, no-cache', vary: 'cookie' });
      if (request.headers['if-none-match'] === version) return reply.code(304).send();
      return { items: await listProducts(services, actor, query), nextCursor: null };
    },
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
