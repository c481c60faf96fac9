import { personName } from '@almas/contract/person-name';
import { adminDashboard as words } from '@almas/locale/screens/admin-dashboard';
import { OpenFlags } from '../../features/account-flags/open-flags.tsx';
import styles from '../../features/admin-dashboard/layout.module.css';
import { QuickActions } from '../../features/admin-dashboard/quick-actions.tsx';
import { RecentActivity } from '../../features/admin-dashboard/recent-activity.tsx';
import { WaitingAccounts, WaitingRequests } from '../../features/admin-dashboard/waiting-sections.tsx';
import { LazyCreditPanel } from '../../features/credit/lazy-credit.tsx';
import { LazyTrends } from '../../features/statistics/lazy-trends.tsx';
import { StatCards } from '../../features/statistics/stat-cards.tsx';
import { TodayFigures } from '../../features/statistics/today-figures.tsx';
import { ToOrder } from '../../features/stock/to-order.tsx';
import { LazyOpenProposals } from '../../features/team/lazy-team.tsx';
import { QuickRecharge } from '../../features/wallet/quick-recharge.tsx';
import { useMay, useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Today's figures and what waits first, what can be done in a tap beside it, what happened below. */
export default function AdminDashboardPage() {
  const may = useMay();
  return (
    <Stack gap={28}>
      <PageHeader title={words.title} text={words.welcome(personName(useMe()))} />
      {may('reports') && (
        <>
          <TodayFigures />
          <StatCards />
        </>
      )}
      <div className={`column ${styles.columns}`}>
        <div className={`column ${styles.column}`}>
          {may('requests') && <WaitingRequests />}
          {may('accounts') && <WaitingAccounts />}
        </div>
        <div className={`column ${styles.column}`}>
          {may('accounts') && <QuickRecharge />}
          <LazyOpenProposals />
          {may('accounts') && <OpenFlags />}
          <QuickActions />
        </div>
      </div>
      {may('collect') && <LazyCreditPanel />}
      {may('reports') && <LazyTrends />}
      {may('stock') && <ToOrder />}
      {may('requests') && may('accounts') && <RecentActivity />}
    </Stack>
  );
}
