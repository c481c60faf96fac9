import type { User } from '@almas/contract/accounts';

/** The account that a page is rendered for; null: a visitor without a session. */
export type PageReader = Pick<User, 'role' | 'status'> | null;

const signedOut = ['/login', '/register'];

function roleOf(path: string): User['role'] | undefined {
  if (path === '/dashboard') return undefined;
  return path.startsWith('/admin') ? 'admin' : 'reseller';
}

/**
 * The screen that an account is shown at a path of the application, after its guards and redirects (web/src/app), so that its data and
 * files can come with the page. It is a prediction, without effect on access: a screen that is another one fetches its parts itself.
 * @param path in the route table; undefined: no page has this address
 * @returns a path of the route table, or `waiting`, `forbidden` or `not-found`
 */
export function shownScreen(path: string | undefined, reader: PageReader): string {
  if (path === undefined) return 'not-found';
  if (!reader) return signedOut.includes(path) ? path : '/login';
  const home = reader.role === 'admin' ? '/admin' : '/dashboard';
  const screen = path === '/' || signedOut.includes(path) ? home : path;
  if ((roleOf(screen) ?? reader.role) !== reader.role) return 'forbidden';
  return reader.status === 'active' ? screen : 'waiting';
}
