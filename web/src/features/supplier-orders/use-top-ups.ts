import type { Output } from '@almas/contract/route';
import type { SupplierOrder, supplierOrders } from '@almas/contract/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useFeature } from '../../platform/network/index.ts';
import { isOpenOrder } from './order-states.ts';

/** Who could top up an offer, and at most at what cost. */
export interface TopUpChoice {
  readonly connectionId: string;
  readonly supplierName: string;
  readonly maxCost: number;
}
export interface TopUps {
  /** The order of a pending request that decides: the open one, else one that topped it up, else the last. */
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
  orderOf: (requestId) => {
    // The newest first; an earlier one may have topped it up late.
    const orders = items.filter(({ topUp }) => topUp?.requestId === requestId);
    return (
      orders.find(({ status }) => isOpenOrder(status)) ??
      orders.find(({ status }) => status === 'delivered') ??
      orders[0]
    );
  },
  choicesFor: (offerId) =>
    suppliers.flatMap(({ connectionId, supplierName, paused, offers }) => {
      const offer = offers.find((each) => each.offerId === offerId);
      return offer && !paused ? [{ connectionId, supplierName, maxCost: offer.maxCost }] : [];
    }),
});
