import type { User } from '@almas/contract/accounts';
import { type Route, routeAt } from '../lib/navigation.ts';
import { areas } from './areas.ts';
import { routes } from './routes.ts';
import { SessionGuard } from './session-guard.tsx';

/** Whether a page needs a session, and that of this role will do: what the screens around it let through. */
function isOpenTo(role: User['role'], { screens }: Route): boolean {
  const other = role === 'admin' ? areas.reseller : areas.admin;
  return screens.includes(SessionGuard) && !screens.includes(other);
}

/**
 * Where a sign-in ends (AMB-03): the page that asked for the session when it is one of ours and the role opens it,
 * otherwise /admin or /dashboard.
 */
export function landing({ role }: Pick<User, 'role'>, from: string | undefined): string {
  const home = role === 'admin' ? '/admin' : '/dashboard';
  if (!from?.startsWith('/') || from.startsWith('//')) return home;
  const found = routeAt(routes, new URL(from, 'http://almas.invalid').pathname);
  return found && isOpenTo(role, found.route) ? from : home;
}
