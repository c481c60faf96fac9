import type { User } from '@almas/contract/accounts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMe } from '../lib/session.ts';
import { Loading } from './root-page.tsx';

const Forbidden = lazy(() => import('../routes/forbidden.tsx'));
const Waiting = lazy(() => import('../routes/waiting.tsx'));

/** `Accès non autorisé` for the other role, an administrator on a reseller page included (AMB-18). */
export function RoleGuard({ only, children }: { readonly only: User['role']; readonly children: ReactNode }) {
  if (useMe().role === only) return children;
  return (
    <Suspense fallback={<Loading />}>
      <Forbidden />
    </Suspense>
  );
}

/** Only an active account passes (SPEC §4, AMB-04). */
export function ActiveGuard({ children }: { readonly children: ReactNode }) {
  if (useMe().status === 'active') return children;
  return (
    <Suspense fallback={<Loading />}>
      <Waiting />
    </Suspense>
  );
}
