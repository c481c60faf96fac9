import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { offersStore } from './offers.store.ts';

/** An offer with its product, by their names. */
export interface OfferRef {
  readonly productId: string;
  readonly productName: string;
  readonly offerId: string;
  readonly offerName: string;
}

/** @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND */
export async function findOffer(db: Queryable, productId: string, offerId: string): Promise<OfferRef> {
  const place = await offersStore.place.first(db, parseUuidOrNil(productId), parseUuidOrNil(offerId));
  if (!place) throw fail('PRODUCT_NOT_FOUND');
  const { offerId: id, offerName } = place;
  if (id === null || offerName === null) throw fail('OFFER_NOT_FOUND');
  return { ...place, offerId: id, offerName };
}

/**
 * The same, locked until the transaction ends: the offer is not removed or imported into meanwhile. Sales go on.
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND
 */
export async function lockOffer(tx: DbTransaction, productId: string, offerId: string): Promise<OfferRef> {
  const offer = await findOffer(tx, productId, offerId);
  // Removed while this call waited for its turn: the lock finds it gone.
  if (!(await offersStore.lock.first(tx, offer.offerId))) throw fail('OFFER_NOT_FOUND');
  return offer;
}

/**
 * More stock for an offer: the sum of its slots. The last write of a transaction, since the slot is shared with sales,
 * and after the codes, like everywhere (codes first, then stock: two writers never wait for each other).
 * @returns the stock of the offer after it.
 */
export async function raiseStock(tx: DbTransaction, offerId: string, by: number): Promise<number> {
  await offersStore.raiseStock.run(tx, offerId, by);
  return (await offersStore.stock.one(tx, offerId)).stock;
}
