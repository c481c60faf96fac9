import type { Output } from '@almas/contract/route';
import type { SupplierOrder, supplierOrders } from '@almas/contract/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useFeature } from '../../platform/network/index.ts';

/** Who could top up an offer, and at most at what cost. */
export interface TopUpChoice {
  readonly connectionId: string;
  readonly supplierName: string;
  readonly maxCost: number;
}
export interface TopUps {
  /** The last order of a pending request. */
  readonly orderOf: (requestId: string) => SupplierOrder | undefined;
  readonly choicesFor: (offerId: string) => readonly TopUpChoice[];
}
const none: TopUps = { orderOf: () => undefined, choicesFor: () => [] };

/** What suppliers do about the pending Free Fire requests; nothing while the switch is off. */
export function useTopUps(): TopUps {
  const enabled = useFeature('suppliers') === true;
  const { data } = useQuery({
    ...apiQuery('supplierOrders', 'topUps', { query: {} }),
    staleTime: 0,
    enabled,
  });
  return data && enabled ? topUpsOf(data) : none;
}

const topUpsOf = ({ items, suppliers }: Output<typeof supplierOrders.topUps>): TopUps => ({
  // The newest first.
  orderOf: (requestId) => items.find(({ topUp }) => topUp?.requestId === requestId),
  choicesFor: (offerId) =>
    suppliers.flatMap(({ connectionId, supplierName, paused, offers }) => {
      const offer = offers.find((each) => each.offerId === offerId);
      return offer && !paused ? [{ connectionId, supplierName, maxCost: offer.maxCost }] : [];
    }),
});
