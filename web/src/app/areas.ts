import type { User } from '@almas/contract/accounts';
import type { Route, Screen } from '../lib/navigation.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SessionGuard } from './session-guard.tsx';

/** What stands around the pages of a role and lets no other in. */
export const areas: Readonly<Record<User['role'], Screen>> = {
  reseller: lazyPart(() => import('./reseller-area.tsx')),
  admin: lazyPart(() => import('./admin-area.tsx')),
};

/** Whether a page needs a session, and that of this role will do: what the screens around it let through. */
export function isOpenTo(role: User['role'], { screens }: Route): boolean {
  const other = role === 'admin' ? areas.reseller : areas.admin;
  return screens.includes(SessionGuard) && !screens.includes(other);
}
