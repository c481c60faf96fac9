import { screens } from '@almas/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/server-clock.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// As high as the loaded strip, so that nothing below moves.
const QuickSales = lazyPart(() => import('../purchases/quick-sales.tsx'), <div style={{ height: 234 }} />);

/** Loaded after the first view, and only when the newest purchase is recent. */
export function QuickSalesStrip() {
  const { data } = useQuery(apiQuery('purchases', 'list', { query: { limit: screens.recentPurchases } }));
  const newest = data?.items[0]?.createdAt;
  if (!newest || serverNow() - Date.parse(newest) > screens.quickSaleDays * 86_400_000) return null;
  return <QuickSales />;
}
