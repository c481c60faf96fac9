import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';

/** An offer with its product, by their names. */
export interface OfferRef {
  readonly productId: string;
  readonly productName: string;
  readonly offerId: string;
  readonly offerName: string;
  /** Whether codes that differ in case only are two codes (AMB-100). */
  readonly caseSignificant: boolean;
}

interface OfferWithProduct {
  readonly productId: string;
  readonly productName: string;
  /** null: the product has no such offer. */
  readonly offerId: string | null;
  readonly offerName: string | null;
  readonly caseSignificant: boolean | null;
}
const offerWithProduct = statement<[productId: string, offerId: string], OfferWithProduct>(
  'offers.with-product',
  `SELECT p.id AS "productId", p.name AS "productName", o.id AS "offerId", o.name AS "offerName",
          o.case_significant AS "caseSignificant"
     FROM products p LEFT JOIN offers o ON o.product_id = p.id AND o.id = $2 AND o.deleted_at IS NULL
    WHERE p.id = $1 AND p.deleted_at IS NULL`,
);

/** @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND */
export async function findOffer(db: Queryable, productId: string, offerId: string): Promise<OfferRef> {
  const found = await offerWithProduct.first(db, parseUuidOrNil(productId), parseUuidOrNil(offerId));
  if (!found) throw fail('PRODUCT_NOT_FOUND');
  const { offerId: id, offerName, caseSignificant } = found;
  if (id === null || offerName === null || caseSignificant === null) throw fail('OFFER_NOT_FOUND');
  return { ...found, offerId: id, offerName, caseSignificant };
}

const lock = statement<[offerId: string], { caseSignificant: boolean }>(
  'offers.lock',
  'SELECT case_significant AS "caseSignificant" FROM offers WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
);

/**
 * The same, locked until the transaction ends: the offer is not removed or imported into meanwhile. Sales go on.
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND
 */
export async function lockOffer(tx: DbTransaction, productId: string, offerId: string): Promise<OfferRef> {
  const offer = await findOffer(tx, productId, offerId);
  // Removed while this call waited for its turn: the lock finds it gone.
  const locked = await lock.first(tx, offer.offerId);
  if (!locked) throw fail('OFFER_NOT_FOUND');
  return { ...offer, ...locked };
}

const addStock = statement<[offerId: string, by: number]>(
  'offers.raise-stock',
  'UPDATE offer_stock SET quantity = quantity + $2 WHERE offer_id = $1 AND slot = stock_slot()',
);
const stockOf = statement<[offerId: string], { stock: number }>(
  'offers.stock',
  'SELECT sum(quantity)::bigint AS stock FROM offer_stock WHERE offer_id = $1',
);

/**
 * Adds to an offer's stock, which is the sum of its slots. The last write of a transaction, since the slot is shared with sales,
 * and after the codes, like everywhere (codes first, then stock: two writers never wait for each other).
 * @returns the stock of the offer after it.
 */
export async function raiseStock(tx: DbTransaction, offerId: string, by: number): Promise<number> {
  await addStock.run(tx, offerId, by);
  return (await stockOf.one(tx, offerId)).stock;
}
