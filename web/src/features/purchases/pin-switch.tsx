import { counter } from '@almas/locale/screens/counter';
import { useQuery } from '@tanstack/react-query';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Switch } from '../../ui/switch.tsx';

const words = counter.quickSales;

/** Keeps an offer among the quick sales of the dashboard. Absent while it is unknown whether it is one. */
export function PinSwitch({ offerId }: { readonly offerId: string }) {
  const { data } = useQuery(apiQuery('purchases', 'quickSales'));
  const { run, busy } = useAction(
    (pinned: boolean) => api.purchases.pin({ params: { offerId }, body: { pinned } }),
    { failure: words.pinFailed, refreshes: ['purchases'] },
  );
  if (!data) return null;
  const pinned = data.items.some((item) => item.pinned && item.offer.id === offerId);
  return <Switch label={words.pin} checked={pinned} disabled={busy} onChange={(wanted) => run(wanted)} />;
}
