import { AppError } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { lockOffer, type OfferRef } from '../offers/find-offer.ts';
import { insertProduct } from '../products/create-product.ts';

/* An offer may be deleted, or published, while its order is under way: what comes is paid, or worth nothing. */

/** @returns undefined when the offer or its product was deleted */
export async function lockIfOffered(
  tx: DbTransaction,
  { productId, offerId }: Pick<OfferRef, 'productId' | 'offerId'>,
): Promise<OfferRef | undefined> {
  try {
    return await lockOffer(tx, productId, offerId);
  } catch (error) {
    const isDeleted =
      error instanceof AppError && (error.code === 'OFFER_NOT_FOUND' || error.code === 'PRODUCT_NOT_FOUND');
    if (!isDeleted) throw error;
    return undefined;
  }
}

const byId = statement<
  [id: string],
  OfferRef & {
    readonly game: string;
    readonly value: string;
    readonly price: Centimes;
    readonly region: string;
  }
>(
  'supplier-orders.deleted-offer',
  `SELECT p.id AS "productId", p.name AS "productName", f.id AS "offerId", f.name AS "offerName", f.case_significant AS "caseSignificant",
          p.game, f.value, f.price, f.region
     FROM offers f JOIN products p ON p.id = f.product_id WHERE f.id = $1`,
);

/**
 * Where the codes that an offer does not take any more are imported: a new draft of the same name, which resellers do not see and the owner sells or exports.
 * @returns the offer itself when there are no codes
 */
export async function draftInstead(
  tx: DbTransaction,
  deletedId: string,
  { codes }: { readonly codes: readonly string[] },
): Promise<OfferRef> {
  const { game, value, price, region, ...deleted } = await byId.one(tx, deletedId);
  if (codes.length === 0) return deleted;
  const { productName, offerName, caseSignificant } = deleted;
  const empty = { category: '', description: '', imageUrl: '', redeemText: '', redeemLink: '' };
  const info = { ...empty, name: productName, game, status: 'draft' };
  const given = { name: offerName, value, price: toDinars(price), region, caseSignificant };
  const { id, offers } = await insertProduct(tx, info, [given]);
  const [draft] = offers;
  if (!draft) throw new Error('a draft has no offer');
  return { ...deleted, productId: id, offerId: draft.id };
}
