import { type AppError, fail } from '../../app-error.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { FreeFireOfferRow } from './offers.store.ts';

/** The input of the rules, read inside the transaction of the request. */
export interface FreeFireRequestRules {
  readonly user: { readonly role: string; readonly status: string; readonly balance: Centimes };
  readonly isOnline: boolean;
  readonly offer: Pick<FreeFireOfferRow, 'price' | 'status'> | undefined;
  /** The price that the caller has seen; NaN or infinite when it is not an amount. */
  readonly amount: Centimes;
}

/**
 * The first broken rule in the order of the specification, after the input and before the rate limit; undefined when none is broken.
 * The service is checked after the caller and before the offer (AMB-14); the price after the offer's availability and before the
 * balance, so that a changed price is reported first (AMB-35).
 */
export function brokenRequestRule({
  user,
  isOnline,
  offer,
  amount,
}: FreeFireRequestRules): AppError | undefined {
  // The specification lets administrators pass; their balance of 0 refuses them (AMB-34).
  if (user.role !== 'reseller' && user.role !== 'admin') return fail('ONLY_RESELLERS_FREE_FIRE');
  if (user.status !== 'active') return fail('FREE_FIRE_ACCOUNT_NOT_ACTIVE');
  if (!isOnline) return fail('FREE_FIRE_OFFLINE');
  if (!offer) return fail('FREE_FIRE_OFFER_NOT_FOUND');
  if (offer.status !== 'active') return fail('FREE_FIRE_OFFER_UNAVAILABLE');
  if (amount !== offer.price) return fail('PRICE_CHANGED', { price: toDinars(offer.price) });
  if (user.balance < offer.price) return balanceShort(user.balance, offer.price);
  return undefined;
}

export const balanceShort = (balance: Centimes, price: Centimes): AppError =>
  fail('FREE_FIRE_BALANCE_SHORT', { balance: toDinars(balance), price: toDinars(price) });
