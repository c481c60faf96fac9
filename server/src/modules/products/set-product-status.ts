import type { Product } from '@almas/contract/products';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { type ProductStatus, presentProduct, productsStore } from './products.store.ts';

/** Changes the status of a product and nothing else (PRD-12, RWO-28). @throws AppError PRODUCT_NOT_FOUND */
export function setProductStatus(
  services: Services,
  admin: Actor,
  origin: Origin,
  productId: string,
  status: ProductStatus,
): Promise<Product> {
  return transaction(services.db, async (tx) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(productId));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    await productsStore.setStatus.run(tx, product.id, status);
    await recordAction(tx, admin, origin, {
      action: 'product.set-status',
      subject: { type: 'product', id: product.id, name: product.name },
      before: { status: product.status },
      after: { status },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'catalogue' }));
    return presentProduct(await productsStore.byId.one(tx, product.id));
  });
}
