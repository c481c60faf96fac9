import { ActiveGuard } from '../app/guards.tsx';
import { ResellerLayout } from '../app/layouts/reseller-layout.tsx';
import { useMe } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import ResellerDashboard from './reseller-dashboard.tsx';

// Administrators are led to /admin; the reseller's comes along, so that it need not wait to hear who is asking.
const AdminHome = lazyPart(async () => ({ default: (await import('../app/admin-area.tsx')).AdminHome }));

/** One address, the dashboard of the role. */
export default function DashboardPage() {
  const isAdmin = useMe().role === 'admin';
  return (
    <ActiveGuard>
      {isAdmin ? (
        <AdminHome />
      ) : (
        <ResellerLayout>
          <ResellerDashboard />
        </ResellerLayout>
      )}
    </ActiveGuard>
  );
}
