import { type AppError, fail } from '../../app-error.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { FreeFireOfferRow } from './offers.store.ts';

/** What the rules of a request look at, read inside its transaction. */
export interface FreeFireRequestFacts {
  readonly user: { readonly role: string; readonly status: string; readonly balance: Centimes };
  readonly isOnline: boolean;
  readonly offer: Pick<FreeFireOfferRow, 'price' | 'status'> | undefined;
  /** What the caller believes to pay; NaN or infinite when it is no amount at all. */
  readonly amount: Centimes;
}

/**
 * The rules of the specification between the parameters and the rate limit. Whether the service is
 * online stands between the caller and the offer (AMB-14): a role without access is refused first, and an offline
 * service makes every offer moot. The amount stands after the availability and before the balance (AMB-35): a price
 * that has changed is said before a balance is measured against it.
 */
export function brokenRequestRule({
  user,
  isOnline,
  offer,
  amount,
}: FreeFireRequestFacts): AppError | undefined {
  // An administrator passes the role check, as written, and then meets an empty balance (AMB-34).
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
