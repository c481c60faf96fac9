import { screens } from '@almas/contract/limits';
import { dashboard } from '@almas/locale/screens/dashboard';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/server-clock.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Section } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { QuickSaleTiles, useQuickSales } from '../purchases/quick-sale-tiles.tsx';

const words = dashboard.quickSales;
/** The same tiles, which take no press while the code that sells is on its way. */
const QuickSales = lazyPart(() => import('../purchases/quick-sales.tsx'), <Waiting />);

function Waiting() {
  return <QuickSaleTiles items={useQuickSales() ?? []} />;
}

/** Only when the newest purchase is recent. When the tiles cannot be loaded they are left out: the catalogue sells the same offers. */
export function QuickSalesStrip() {
  const { data } = useQuery(apiQuery('purchases', 'list', { query: { limit: screens.recentPurchases } }));
  const newest = data?.items[0]?.createdAt;
  if (!newest || serverNow() - Date.parse(newest) > screens.quickSaleDays * 86_400_000) return null;
  return <QuickSalesOfShop />;
}

/** Whatever the age of the newest purchase. */
export function QuickSalesOfShop() {
  const items = useQuickSales();
  // About as high as two rows of tiles, so that little moves when they arrive.
  if (!items) return <div style={{ height: '18rem' }} />;
  if (items.length === 0) return null;
  return (
    <Section title={words.title} note={words.note}>
      <QuickSales items={items} Tiles={QuickSaleTiles} />
    </Section>
  );
}
