import type { User } from '@almas/contract/accounts';

/** Whom a page is for; null: a visitor without a session. */
export type PageReader = Pick<User, 'role' | 'status'> | null;

const signedOut = ['/login', '/register'];

function roleOf(path: string): User['role'] | undefined {
  if (path === '/dashboard') return undefined;
  return path.startsWith('/admin') ? 'admin' : 'reseller';
}

/**
 * The screen that a reader is shown at a path of the application, where its guards and redirects end (web/src/app). What it needs
 * can then come with the page. Nothing is decided here: a screen that is not this one fetches its parts by itself.
 * @param path of the route table, as it stands there; undefined: the address of no page
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
