import { type AppError, fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
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
): AppError | undefined {
  const { buyer, productStatus, price, stock } = seen;
  if (!buyer) return fail('USER_NOT_FOUND');
  if (buyer.role !== 'reseller') return fail('ONLY_RESELLERS_BUY');
  if (buyer.status !== 'active') return fail('ACCOUNT_NOT_ACTIVE');
  if (productStatus === null) return fail('PRODUCT_NOT_FOUND');
  if (productStatus !== 'active') return fail('PRODUCT_NOT_AVAILABLE');
  if (price === null) return fail('OFFER_NOT_FOUND');
  if (expected.offer?.some((text, index) => text !== seen.offer?.[index])) return fail('OFFER_CHANGED');
  if (stock < quantity) return fail('STOCK_SHORT', { available: Math.max(0, stock) });
  if (price <= 0) return fail('PRICE_INVALID');
  if (expected.unitPrice !== null && expected.unitPrice !== price)
    return fail('PRICE_CHANGED', { price: toDinars(price) });
  const total = (price * quantity) as Centimes;
  if (buyer.balance < total) {
    return fail('PURCHASE_BALANCE_SHORT', {
      available: toDinars(buyer.balance),
      required: toDinars(total),
    });
  }
  return undefined;
}

/** What is said when every rule holds and codes are still missing: the shelf and the books disagree. */
export async function missingCodes(db: Queryable, productId: string, offerId: string): Promise<AppError> {
  const { ofProduct, ofOffer } = await purchasesStore.anyCode.one(db, productId, offerId);
  if (!ofProduct) return fail('NO_CODE_FOR_PRODUCT');
  if (!ofOffer) return fail('NO_CODE_FOR_OFFER');
  return fail('CODES_SHORT');
}

export const readCircumstances = (
  db: Queryable,
  buyerId: string,
  productId: string,
  offerId: string,
): Promise<Circumstances> => purchasesStore.circumstances.one(db, buyerId, productId, offerId);
