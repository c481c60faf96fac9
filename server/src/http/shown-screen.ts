import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@almas/contract/accounts';

/** The account that a page is rendered for; null: a visitor without a session. */
export type PageReader = Pick<User, 'role' | 'status'> | null;

/** What the build reads from the route table about a screen (web/build/screens.ts). */
interface Screen {
  readonly readers: 'visitors' | 'accounts' | 'resellers' | 'administrators';
  /** Its scripts and styles. */
  readonly files: readonly string[];
}
/** By path in the route table, or `waiting`, `forbidden` or `not-found`. */
export type Screens = Readonly<Record<string, Screen>>;

/** The screens of a built application; none when they are not known. */
export function readScreens(root: string): Screens {
  const file = join(root, 'screens.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * The screen that an account is shown at a path of the application, after its guards and redirects (web/src/app), so that its data and
 * files can come with the page. It is a prediction, without effect on access: a screen that is another one fetches its parts itself.
 * @param path in the route table; undefined: no page has this address
 */
export function shownScreen(screens: Screens, path: string | undefined, reader: PageReader): string {
  if (path === undefined) return 'not-found';
  const isForVisitors = screens[path]?.readers === 'visitors';
  if (!reader) return isForVisitors && path !== '/' ? path : '/login';
  const isAdministrator = reader.role === 'admin';
  const home = isAdministrator ? '/admin' : '/dashboard';
  const screen = isForVisitors ? home : path;
  if (screens[screen]?.readers === (isAdministrator ? 'resellers' : 'administrators')) return 'forbidden';
  return reader.status === 'active' ? screen : 'waiting';
}
