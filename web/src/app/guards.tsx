import type { User } from '@almas/contract/accounts';
import type { ReactNode } from 'react';
import { useMe } from '../platform/session/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Forbidden = lazyPart(() => import('../routes/forbidden.tsx'));
const Waiting = lazyPart(() => import('../routes/waiting.tsx'));

/** `Accès non autorisé` for the other role, an administrator on a reseller page included (AMB-18). */
export function RoleGuard({ only, children }: { readonly only: User['role']; readonly children: ReactNode }) {
  if (useMe().role === only) return children;
  return <Forbidden />;
}

/** Renders the page for an active account only (AMB-04). */
export function ActiveGuard({ children }: { readonly children: ReactNode }) {
  if (useMe().status === 'active') return children;
  return <Waiting />;
}
