import type { Queryable } from '../../database/pool.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { type Circumstances, purchasesStore } from './purchases.store.ts';

/** What the buyer was shown, in the form in which the sale compares it; null where the caller does not say. */
export interface Expectation {
  readonly unitPrice: Centimes | null;
  /** Name of the product; name, value and region of the offer. */
  readonly offer: readonly string[] | null;
}

/**
 * The rules of SPEC §5 Purchase service in their order, with what the buyer was shown where the offer and its price
 * stand among them; undefined when none is broken (any more).
 */
export function brokenRule(
  seen: Circumstances,
  quantity: number,
  expected: Expectation,
): Refusal | undefined {
  const { buyer, productStatus, price, stock } = seen;
  if (!buyer) return refuse('USER_NOT_FOUND');
  if (buyer.role !== 'reseller') return refuse('ONLY_RESELLERS_BUY');
  if (buyer.status !== 'active') return refuse('ACCOUNT_NOT_ACTIVE');
  if (productStatus === null) return refuse('PRODUCT_NOT_FOUND');
  if (productStatus !== 'active') return refuse('PRODUCT_NOT_AVAILABLE');
  if (price === null) return refuse('OFFER_NOT_FOUND');
  if (expected.offer?.some((text, index) => text !== seen.offer?.[index])) return refuse('OFFER_CHANGED');
  if (stock < quantity) return refuse('STOCK_SHORT', { available: Math.max(0, stock) });
  if (price <= 0) return refuse('PRICE_INVALID');
  if (expected.unitPrice !== null && expected.unitPrice !== price)
    return refuse('PRICE_CHANGED', { price: toDinars(price) });
  const total = (price * quantity) as Centimes;
  if (buyer.balance < total) {
    return refuse('PURCHASE_BALANCE_SHORT', {
      available: toDinars(buyer.balance),
      required: toDinars(total),
    });
  }
  return undefined;
}

/** What is said when every rule holds and codes are still missing: the shelf and the books disagree. */
export async function missingCodes(db: Queryable, productId: string, offerId: string): Promise<Refusal> {
  const { ofProduct, ofOffer } = await purchasesStore.anyCode.one(db, productId, offerId);
  if (!ofProduct) return refuse('NO_CODE_FOR_PRODUCT');
  if (!ofOffer) return refuse('NO_CODE_FOR_OFFER');
  return refuse('CODES_SHORT');
}

export const readCircumstances = (
  db: Queryable,
  buyerId: string,
  productId: string,
  offerId: string,
): Promise<Circumstances> => purchasesStore.circumstances.one(db, buyerId, productId, offerId);
