import type { User } from '@almas/contract/accounts';
import { type Route, routeAt } from '../lib/navigation.ts';
import { areas } from './areas.ts';
import { routes } from './routes.ts';
import { SessionGuard } from './session-guard.tsx';

/** Whether the guards of a page admit users of this role. */
function isOpenTo(role: User['role'], { screens }: Route): boolean {
  const other = role === 'admin' ? areas.reseller : areas.admin;
  return screens.includes(SessionGuard) && !screens.includes(other);
}

/**
 * The page after a sign-in (AMB-03): the one that required it, if it is a page of the application that the role may open, otherwise
 * /admin or /dashboard.
 */
export function landingPage({ role }: Pick<User, 'role'>, from: string | undefined): string {
  const home = role === 'admin' ? '/admin' : '/dashboard';
  if (!from?.startsWith('/') || from.startsWith('//')) return home;
  const found = routeAt(routes, new URL(from, 'http://almas.invalid').pathname);
  return found && isOpenTo(role, found.route) ? from : home;
}
