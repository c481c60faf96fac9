import { personName } from '@almas/contract/person-name';
import { adminDashboard as words } from '@almas/locale/screens/admin-dashboard';
import { OpenFlags } from '../../features/account-flags/open-flags.tsx';
import { FirstSteps } from '../../features/admin-dashboard/first-steps.tsx';
import styles from '../../features/admin-dashboard/layout.module.css';
import { QuickActions } from '../../features/admin-dashboard/quick-actions.tsx';
import { RecentActivity } from '../../features/admin-dashboard/recent-activity.tsx';
import { WaitingAccounts, WaitingRequests } from '../../features/admin-dashboard/waiting-sections.tsx';
import { LazyClaimsPanel } from '../../features/claims/lazy-claims.tsx';
import { LazyCreditPanel } from '../../features/credit/lazy-credit.tsx';
import { SystemLine } from '../../features/health/system-line.tsx';
import { OwnerOpener } from '../../features/reports/owner-opener.tsx';
import { FigureStrip } from '../../features/statistics/figure-strip.tsx';
import { LazyTrends } from '../../features/statistics/lazy-trends.tsx';
import { ToOrder } from '../../features/stock/to-order.tsx';
import { LazySupplierOrders } from '../../features/supplier-orders/lazy-supplier-orders.tsx';
import { LazyOpenProposals } from '../../features/team/lazy-team.tsx';
import { QuickRecharge } from '../../features/wallet/quick-recharge.tsx';
import { useMay, useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** What waits first, then the figures, what can be done in a tap, and what happened. */
export default function AdminDashboardPage() {
  const may = useMay();
  return (
    <Stack gap={24}>
      <PageHeader
        title={words.title}
        text={words.welcome(personName(useMe()))}
        actions={may('reports') && <OwnerOpener />}
      />
      {may('settings') && <SystemLine />}
      {may('requests') && <WaitingRequests />}
      {may('owner') && <FirstSteps />}
      {may('reports') && <FigureStrip />}
      <div className={`column ${styles.columns}`}>
        <div className={`column ${styles.column}`}>
          {may('accounts') && <WaitingAccounts />}
          {may('stock') && <ToOrder />}
        </div>
        <div className={`column ${styles.column}`}>
          {may('accounts') && <QuickRecharge />}
          <LazyOpenProposals />
          {may('accounts') && <OpenFlags />}
          <QuickActions />
        </div>
      </div>
      {may('requests') && <LazyClaimsPanel />}
      {may('collect') && <LazyCreditPanel />}
      {may('stock') && <LazySupplierOrders />}
      {may('reports') && <LazyTrends />}
      {may('requests') && may('accounts') && <RecentActivity />}
    </Stack>
  );
}
