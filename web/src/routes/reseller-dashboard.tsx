import { LazyMyClaims } from '../features/claims/lazy-claims.tsx';
import { LazyMyCredit } from '../features/credit/lazy-credit.tsx';
import { HistoryTile } from '../features/dashboard/history-tile.tsx';
import { QuickSalesStrip } from '../features/dashboard/quick-sales-strip.tsx';
import { RecentPurchases } from '../features/dashboard/recent-purchases.tsx';
import styles from '../features/dashboard/reseller-dashboard.module.css';
import { Shortcuts } from '../features/dashboard/shortcuts.tsx';
import { WelcomeCard } from '../features/dashboard/welcome-card.tsx';
import { Stack } from '../ui/card.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

// Nothing stands below it that its arrival could move.
const ProductStrip = lazyPart(() => import('../features/dashboard/product-strip.tsx'), null);

export default function ResellerDashboardPage() {
  return (
    <Stack gap={20}>
      <WelcomeCard />
      <QuickSalesStrip />
      <LazyMyCredit />
      <LazyMyClaims />
      <Shortcuts />
      <div className={styles.columns}>
        <RecentPurchases />
        <div className={styles.side}>
          <HistoryTile />
          <ProductStrip />
        </div>
      </div>
    </Stack>
  );
}
