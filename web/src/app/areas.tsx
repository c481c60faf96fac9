import { Outlet } from '@tanstack/react-router';
import { ActiveGuard, RoleGuard } from './guards.tsx';
import { AdminLayout } from './layouts/admin-layout.tsx';
import { ResellerLayout } from './layouts/reseller-layout.tsx';

/** Role first, then status (AMB-04). */
export const ResellerArea = () => (
  <RoleGuard only="reseller">
    <ActiveGuard>
      <ResellerLayout>
        <Outlet />
      </ResellerLayout>
    </ActiveGuard>
  </RoleGuard>
);

export const AdminArea = () => (
  <RoleGuard only="admin">
    <ActiveGuard>
      <AdminLayout>
        <Outlet />
      </AdminLayout>
    </ActiveGuard>
  </RoleGuard>
);
