import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { useLastKnown } from '../../platform/offline/index.ts';
import { byOffer, type OwnPrices } from './own-prices.ts';

const none: OwnPrices = new Map();

/**
 * What the signed-in reseller pays for offers. `isKnown` is false while the server is asked for the first time: a screen shows no price
 * before. Without an answer, and beside last known data on a network that does not respond, the prices that all see are shown, and the
 * server refuses a sale at another one. They stay while the server is asked again: a quantity may be typed beside them. The cache of
 * queries is cleared with the account, and no other cache keeps this answer.
 */
export function useOwnPrices(): { readonly own: OwnPrices; readonly isKnown: boolean } {
  const { data, failureCount } = useQuery({ ...apiQuery('prices', 'mine'), select: byOffer });
  const isLastKnown = useLastKnown() !== null;
  const known = useRef(false);
  known.current ||= data !== undefined || failureCount > 0 || isLastKnown;
  return { own: data ?? none, isKnown: known.current };
}
