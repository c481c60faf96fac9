import type { User } from '@almas/contract/accounts';
import type { AnyRouter } from '@tanstack/react-router';
import { areas, session } from './routes.tsx';

/** Finds the routes of an address, from the outermost to its page. */
export type RouteFinder = Pick<AnyRouter, 'getMatchedRoutes'>;

/** Whether an address is a page of the application that the guards open to users of this role. */
function isOpenTo(role: User['role'], finder: RouteFinder, pathname: string): boolean {
  const [routes, params, found] = finder.getMatchedRoutes(pathname);
  const other = role === 'admin' ? areas.reseller : areas.admin;
  const has = (route: object) => routes.some((one) => one === route);
  // An unknown address below a page matches it, with the rest of the address as a parameter.
  return found !== undefined && !('**' in params) && has(session) && !has(other);
}

/**
 * The page after a sign-in (AMB-03): the one that required it, if it is a page of the application that the role may open, otherwise
 * /admin or /dashboard.
 */
export function landingPage(
  finder: RouteFinder,
  { role }: Pick<User, 'role'>,
  from: string | undefined,
): string {
  const home = role === 'admin' ? '/admin' : '/dashboard';
  if (!from?.startsWith('/') || from.startsWith('//')) return home;
  return isOpenTo(role, finder, new URL(from, 'http://almas.invalid').pathname) ? from : home;
}
