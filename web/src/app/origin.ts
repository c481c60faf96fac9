import type { User } from '@almas/contract/accounts';

const resellerPages = [
  '/reseller/dashboard',
  '/catalog',
  '/card-history',
  '/operations',
  '/freefire',
  '/profile',
  '/settings',
  '/recharge',
  '/test-notifications',
  '/history',
  '/consumption',
  '/directory',
];

/** Does the role open this path? */
function mayOpen(role: User['role'], path: string): boolean {
  if (path === '/dashboard') return true;
  if (role === 'admin') return path === '/admin' || path.startsWith('/admin/');
  return resellerPages.includes(path);
}

/**
 * Where a sign-in ends (AMB-03): the page that asked for the session when it is one of ours and the role opens it,
 * otherwise /admin or /dashboard.
 */
export function landing(user: Pick<User, 'role'>, from: string | undefined): string {
  const home = user.role === 'admin' ? '/admin' : '/dashboard';
  if (!from?.startsWith('/') || from.startsWith('//')) return home;
  const path = new URL(from, 'http://almas.invalid').pathname;
  return mayOpen(user.role, path) ? from : home;
}
