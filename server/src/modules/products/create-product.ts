import type { Product } from '@almas/contract/products';
import type { Actor, Origin } from '../../actor.ts';
import { transaction } from '../../database/transaction.ts';
import { toCentimes } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { offerColumns, offersStore } from './offers.store.ts';
import { type ProductInfo, type ProductStatus, presentProduct, productsStore } from './products.store.ts';

/** An offer as it is sent; `price` in DA. What it says of stock is not read (AMB-10). */
export interface OfferInput {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly value: string;
  readonly price: number;
  readonly region: string;
}

export const offerFields = ({ name, value, price, region }: OfferInput) => ({
  name,
  value,
  price: toCentimes(price),
  region,
});

/** A product with its offers, each with stock 0: codes come by import (AMB-10). */
export function createProduct(
  services: Services,
  admin: Actor,
  origin: Origin,
  input: ProductInfo & { readonly status: ProductStatus; readonly offers: readonly OfferInput[] },
): Promise<Product> {
  const { name, game, category, description, imageUrl, status } = input;
  return transaction(services.db, async (tx) => {
    const { id } = await productsStore.insert.one(tx, name, game, category, description, imageUrl, status);
    const offers = input.offers.map(offerFields);
    if (offers.length > 0) await offersStore.insert.run(tx, id, ...offerColumns(offers, [...offers.keys()]));
    const product = presentProduct(await productsStore.byId.one(tx, id));
    await recordAction(tx, admin, origin, {
      action: 'product.create',
      subject: { type: 'product', id, name },
      after: { ...product },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'catalogue' }));
    return product;
  });
}
