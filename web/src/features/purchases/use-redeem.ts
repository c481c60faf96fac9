import type { Purchase } from '@almas/contract/purchases';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { redeemSite } from './redeem.ts';

/** How the codes of a product are used: its text and its link; the game's own site where the product has neither. */
export interface Redeem {
  readonly text: string;
  readonly link: string;
}

const keptMilliseconds = 300_000;

export function useRedeem(purchase: Pick<Purchase, 'productId' | 'productName' | 'game'>): Redeem {
  const { data } = useQuery({
    ...apiQuery('products', 'redeem', { params: { id: purchase.productId } }),
    staleTime: keptMilliseconds,
  });
  return data && data.text + data.link !== '' ? data : { text: '', link: redeemSite(purchase) ?? '' };
}

/** A link as it is shown. */
export const shownLink = (link: string): string =>
  link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
