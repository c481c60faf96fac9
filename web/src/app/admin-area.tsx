import '../platform/network/administrators-calls.ts';
import { Outlet } from '../platform/navigation/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ActiveGuard, RoleGuard } from './guards.tsx';
import { AdminLayout } from './layouts/admin-layout.tsx';
import { ScopeGuard } from './scope-guard.tsx';

/** Guards and layout of the administrators' pages. Role first, then status (AMB-04). */
export default function AdminArea() {
  return (
    <RoleGuard only="admin">
      <ActiveGuard>
        <AdminLayout>
          <ScopeGuard>
            <Outlet />
          </ScopeGuard>
        </AdminLayout>
      </ActiveGuard>
    </RoleGuard>
  );
}

const AdminDashboard = lazyPart(() => import('../routes/admin/index.tsx'));

/** The administrators' dashboard, at the address that both roles have. */
export const AdminHome = () => (
  <AdminLayout>
    <AdminDashboard />
  </AdminLayout>
);
