import { algiersDay } from '@almas/contract/algiers';
import type { Purchase } from '@almas/contract/purchases';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { isHanded } from './code-format.ts';

/**
 * The shop's own price of a code on the day of its sale: a correction of that day is on its ticket too, a later price is not what its
 * customer paid.
 */
export const retailPriceOf = ({ offerId, createdAt }: Pick<Purchase, 'offerId' | 'createdAt'>) =>
  apiQuery('shop', 'retailPrice', {
    params: { offerId },
    query: { day: algiersDay(Date.parse(createdAt)) },
  });

/** What the customer pays for all codes of a purchase, in DA, by the shop's own price; null without one. */
export function useCustomerPrice(purchase: Pick<Purchase, 'offerId' | 'createdAt' | 'codes'>): number | null {
  const { data } = useQuery(retailPriceOf(purchase));
  const price = data?.price ?? null;
  const sold = purchase.codes.filter(isHanded).length;
  return price === null ? null : Math.round(price * 100 * sold) / 100;
}
