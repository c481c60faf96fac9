import { personName } from '@almas/contract/person-name';
import { adminDashboard as words } from '@almas/locale/screens/admin-dashboard';
import styles from '../../features/admin-dashboard/layout.module.css';
import { QuickActions } from '../../features/admin-dashboard/quick-actions.tsx';
import { RecentActivity } from '../../features/admin-dashboard/recent-activity.tsx';
import { WaitingAccounts, WaitingRequests } from '../../features/admin-dashboard/waiting-sections.tsx';
import { LazyClaimsPanel } from '../../features/claims/lazy-claims.tsx';
import { LazyCreditPanel } from '../../features/credit/lazy-credit.tsx';
import { OwnerOpener } from '../../features/reports/owner-opener.tsx';
import { LazyTrends } from '../../features/statistics/lazy-trends.tsx';
import { StatCards } from '../../features/statistics/stat-cards.tsx';
import { TodayFigures } from '../../features/statistics/today-figures.tsx';
import { ToOrder } from '../../features/stock/to-order.tsx';
import { LazySupplierOrders } from '../../features/supplier-orders/lazy-supplier-orders.tsx';
import { QuickRecharge } from '../../features/wallet/quick-recharge.tsx';
import { useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Today's figures and what waits first, what can be done in a tap beside it, what happened below. */
export default function AdminDashboardPage() {
  return (
    <Stack gap={28}>
      <PageHeader title={words.title} text={words.welcome(personName(useMe()))} actions={<OwnerOpener />} />
      <TodayFigures />
      <StatCards />
      <div className={`column ${styles.columns}`}>
        <div className={`column ${styles.column}`}>
          <WaitingRequests />
          <WaitingAccounts />
        </div>
        <div className={`column ${styles.column}`}>
          <QuickRecharge />
          <QuickActions />
        </div>
      </div>
      <LazyClaimsPanel />
      <LazyCreditPanel />
      <LazySupplierOrders />
      <LazyTrends />
      <ToOrder />
      <RecentActivity />
    </Stack>
  );
}
