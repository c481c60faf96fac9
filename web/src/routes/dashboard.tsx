import { ActiveGuard } from '../app/guards.tsx';
import { ResellerLayout } from '../app/layouts/reseller-layout.tsx';
import { useMe } from '../platform/session/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import ResellerDashboard from './reseller-dashboard.tsx';

// Administrators are redirected to /admin. The reseller's screen is imported here, so that it does not wait for the session.
const AdminHome = lazyPart(async () => ({ default: (await import('../app/admin-area.tsx')).AdminHome }));

const CashierHome = lazyPart(() => import('../features/staff/cashier-home.tsx'));

/** One address, the dashboard of the role. */
export default function DashboardPage() {
  const me = useMe();
  const isAdmin = me.role === 'admin';
  return (
    <ActiveGuard>
      {isAdmin ? (
        <AdminHome />
      ) : (
        <ResellerLayout>{me.cashier ? <CashierHome /> : <ResellerDashboard />}</ResellerLayout>
      )}
    </ActiveGuard>
  );
}
