import { LazyMyClaims } from '../features/claims/lazy-claims.tsx';
import { LazyMyCredit } from '../features/credit/lazy-credit.tsx';
import { QuickSalesStrip } from '../features/dashboard/quick-sales-strip.tsx';
import { RecentPurchases } from '../features/dashboard/recent-purchases.tsx';
import styles from '../features/dashboard/reseller-dashboard.module.css';
import { Shortcuts } from '../features/dashboard/shortcuts.tsx';
import { HistoryTile, ProductStrip } from '../features/dashboard/side-column.tsx';
import { WelcomeCard } from '../features/dashboard/welcome-card.tsx';
import { Stack } from '../ui/card.tsx';

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
