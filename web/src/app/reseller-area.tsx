import { Outlet } from '../platform/navigation/index.ts';
import { ActiveGuard, RoleGuard } from './guards.tsx';
import { ResellerLayout } from './layouts/reseller-layout.tsx';

/** Guards and layout of the resellers' pages. Role first, then status (AMB-04). */
export default function ResellerArea() {
  return (
    <RoleGuard only="reseller">
      <ActiveGuard>
        <ResellerLayout>
          <Outlet />
        </ResellerLayout>
      </ActiveGuard>
    </RoleGuard>
  );
}
