import { type AppError, fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { type PurchaseFacts, purchasesStore } from './purchases.store.ts';

/** What the buyer was shown, in the form in which the sale compares it; null where the caller does not say. */
export interface Expectation {
  readonly unitPrice: Centimes | null;
  /** Name of the product; name, value and region of the offer. */
  readonly offer: readonly string[] | null;
}

/** The first broken rule, in the specification's order (BUY-08 to BUY-21); undefined when none is broken (any more). */
export function brokenPurchaseRule(seen: PurchaseFacts, quantity: number): AppError | undefined {
  const { buyerRefusal, productRefusal, offerRefusal, priceRefusal, stock } = seen;
  const price = seen.price ?? (0 as Centimes);
  const balance = seen.balance ?? (0 as Centimes);
  const eligibility = buyerRefusal ?? productRefusal ?? offerRefusal;
  if (eligibility) return fail(eligibility);
  if (stock < quantity) return fail('STOCK_SHORT', { available: Math.max(0, stock) });
  if (priceRefusal === 'PRICE_CHANGED') return fail(priceRefusal, { price: toDinars(price) });
  if (priceRefusal) return fail(priceRefusal);
  const total = (price * quantity) as Centimes;
  if (balance < total)
    return fail('PURCHASE_BALANCE_SHORT', { available: toDinars(balance), required: toDinars(total) });
  return undefined;
}

/** The error when every rule holds and codes are still missing: the codes and the recorded stock disagree. */
export async function missingCodes(db: Queryable, productId: string, offerId: string): Promise<AppError> {
  const { ofProduct, ofOffer } = await purchasesStore.anyCode.one(db, productId, offerId);
  if (!ofProduct) return fail('NO_CODE_FOR_PRODUCT');
  if (!ofOffer) return fail('NO_CODE_FOR_OFFER');
  return fail('CODES_SHORT');
}

export const readPurchaseFacts = (
  db: Queryable,
  buyerId: string,
  productId: string,
  offerId: string,
  expected: Expectation,
): Promise<PurchaseFacts> =>
  purchasesStore.circumstances.one(db, buyerId, productId, offerId, expected.unitPrice, expected.offer);
