import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { longTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { offersStore } from './offers.store.ts';
import { productsStore } from './products.store.ts';
import { retireOffers } from './retire-offers.ts';

/**
 * Deletes a product with its offers and unsold codes; what was sold stays with its buyers (AMB-11).
 * @throws AppError PRODUCT_NOT_FOUND
 */
export function removeProduct(
  services: Services,
  admin: Actor,
  origin: Origin,
  productId: string,
): Promise<void> {
  return longTransaction(services.db, async (tx) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(productId));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    const offers = await offersStore.ofProduct.all(tx, product.id);
    await productsStore.remove.run(tx, product.id);
    const offerIds = offers.map(({ id }) => id);
    const codesDeleted = await retireOffers(tx, offerIds);
    await recordAction(tx, admin, origin, {
      action: 'product.delete',
      subject: { type: 'product', id: product.id, name: product.name },
      before: { ...product, offers: offers.map(({ id, name }) => ({ id, name })) },
      after: { codesDeleted },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'catalogue' }));
  });
}
