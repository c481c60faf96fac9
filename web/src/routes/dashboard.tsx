import { lazy, Suspense } from 'react';
import { ActiveGuard } from '../app/guards.tsx';
import { AdminLayout } from '../app/layouts/admin-layout.tsx';
import { ResellerLayout } from '../app/layouts/reseller-layout.tsx';
import { Loading } from '../app/root-page.tsx';
import { useMe } from '../lib/session.ts';

const AdminDashboard = lazy(() => import('./admin/index.tsx'));
const ResellerDashboard = lazy(() => import('./reseller-dashboard.tsx'));

/** One address, the dashboard of the role (SPEC §2). */
export default function DashboardPage() {
  const isAdmin = useMe().role === 'admin';
  const Layout = isAdmin ? AdminLayout : ResellerLayout;
  const Dashboard = isAdmin ? AdminDashboard : ResellerDashboard;
  return (
    <ActiveGuard>
      <Layout>
        <Suspense fallback={<Loading />}>
          <Dashboard />
        </Suspense>
      </Layout>
    </ActiveGuard>
  );
}
