import { ActiveGuard } from '../app/guards.tsx';
import { AdminLayout } from '../app/layouts/admin-layout.tsx';
import { ResellerLayout } from '../app/layouts/reseller-layout.tsx';
import { useMe } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import ResellerDashboard from './reseller-dashboard.tsx';

// Administrators are led to /admin; the reseller's comes along, so that it need not wait to hear who is asking.
const AdminDashboard = lazyPart(() => import('./admin/index.tsx'));

/** One address, the dashboard of the role. */
export default function DashboardPage() {
  const isAdmin = useMe().role === 'admin';
  const Layout = isAdmin ? AdminLayout : ResellerLayout;
  const Dashboard = isAdmin ? AdminDashboard : ResellerDashboard;
  return (
    <ActiveGuard>
      <Layout>
        <Dashboard />
      </Layout>
    </ActiveGuard>
  );
}
