import type { Purchase } from '@almas/contract/purchases';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { isHanded } from './code-format.ts';

/** What the customer pays for all codes of a purchase, in DA, by the shop's own price; null without one. */
export function useCustomerPrice({ offerId, codes }: Pick<Purchase, 'offerId' | 'codes'>): number | null {
  const { data } = useQuery(apiQuery('shop', 'retailPrice', { params: { offerId } }));
  const price = data?.price ?? null;
  const sold = codes.filter(isHanded).length;
  return price === null ? null : Math.round(price * 100 * sold) / 100;
}
