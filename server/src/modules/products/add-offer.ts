import type { Product } from '@almas/contract/products';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { type OfferInput, offerFields } from './create-product.ts';
import { offerColumns, offersStore } from './offers.store.ts';
import { presentProduct, productsStore } from './products.store.ts';

/** One more offer behind the others, with stock 0 (PRD-59). @throws AppError PRODUCT_NOT_FOUND */
export function addOffer(
  services: Services,
  admin: Actor,
  origin: Origin,
  productId: string,
  input: OfferInput,
): Promise<Product> {
  return transaction(services.db, async (tx) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(productId));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    const offer = offerFields(input);
    const { position } = await offersStore.nextPosition.one(tx, product.id);
    await offersStore.insert.run(tx, product.id, ...offerColumns([offer], [position]));
    await productsStore.touch.run(tx, product.id);
    await recordAction(tx, admin, origin, {
      action: 'product.add-offer',
      subject: { type: 'product', id: product.id, name: product.name },
      after: { ...offer, price: toDinars(offer.price) },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'catalogue' }));
    return presentProduct(await productsStore.byId.one(tx, product.id));
  });
}
