import type { Queryable } from '../../database/pool.ts';
import type { Transaction } from '../../database/transaction.ts';
import { uuidOrNobody } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import { offersStore } from './offers.store.ts';

/** An offer with its product, by their names. */
export interface Shelf {
  readonly productId: string;
  readonly productName: string;
  readonly offerId: string;
  readonly offerName: string;
}

/** @throws Refusal PRODUCT_NOT_FOUND, OFFER_NOT_FOUND */
export async function findOffer(db: Queryable, productId: string, offerId: string): Promise<Shelf> {
  const place = await offersStore.place.first(db, uuidOrNobody(productId), uuidOrNobody(offerId));
  if (!place) throw refuse('PRODUCT_NOT_FOUND');
  const { offerId: id, offerName } = place;
  if (id === null || offerName === null) throw refuse('OFFER_NOT_FOUND');
  return { ...place, offerId: id, offerName };
}

/**
 * The same, held until the transaction ends: nobody removes the offer or imports into it meanwhile. Sales go on.
 * @throws Refusal PRODUCT_NOT_FOUND, OFFER_NOT_FOUND
 */
export async function lockOffer(tx: Transaction, productId: string, offerId: string): Promise<Shelf> {
  const shelf = await findOffer(tx, productId, offerId);
  // Removed while this call waited for its turn: the lock finds it gone.
  if (!(await offersStore.lock.first(tx, shelf.offerId))) throw refuse('OFFER_NOT_FOUND');
  return shelf;
}

/**
 * More stock for an offer: the sum of its slots. The last write of a transaction, since the slot is shared with sales,
 * and after the codes, like everywhere (codes first, then stock: two writers never wait for each other).
 * @returns the stock of the offer after it.
 */
export async function raiseStock(tx: Transaction, offerId: string, by: number): Promise<number> {
  await offersStore.raiseStock.run(tx, offerId, by);
  return (await offersStore.stock.one(tx, offerId)).stock;
}
