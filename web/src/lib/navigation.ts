import type { HistoryLocation, HistoryState, RouterHistory } from '@tanstack/history';
import type { ComponentType } from 'react';
import { type PlainSearch, stringifySearch } from './plain-search.ts';
import { keepScroll, ownScroll, restoreScroll } from './scroll-positions.ts';

/** @public The route table names its paths here (app/routes.ts), so that a link to another one does not compile. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the route table
export interface RegisteredPaths {}
export type Path = RegisteredPaths extends { readonly path: infer P extends string } ? P : string;

/** One level of a page: a guard, a layout, or the page itself. Its code may be loaded when it is needed. */
export type Screen = ComponentType & { readonly preload?: () => Promise<unknown> };

export interface Route<P extends string = string> {
  /** `$name` is a parameter, one segment of the address. */
  readonly path: P;
  /** From the outermost to the page. */
  readonly screens: readonly Screen[];
  /** Starts to fetch the data of the page; called when it is opened, and when the pointer is over a link to it. */
  readonly prepare?: (() => void) | undefined;
}

export const route = <const P extends string>(path: P, screen: Screen, prepare?: () => void): Route<P> => ({
  path,
  screens: [screen],
  prepare,
});

/** The same routes with one more screen around them. */
export const within = <P extends string>(screen: Screen, routes: readonly Route<P>[]): readonly Route<P>[] =>
  routes.map((inner) => ({ ...inner, screens: [screen, ...inner.screens] }));

export interface Target {
  readonly to: Path;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly search?: PlainSearch | undefined;
}
export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  /** False keeps the scroll position. */
  readonly resetScroll?: boolean | undefined;
  readonly state?: HistoryState | undefined;
}

export const hrefOf = ({ to, params = {}, search = {} }: Target): string =>
  to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? '')) + stringifySearch(search);

/** The page on the screen. */
export interface Shown {
  readonly location: HistoryLocation;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** How long the previous page stays while the code of the next one is loading; then a loading indicator is shown. */
const keepPreviousPageMilliseconds = 1_000;

/** The parameters of a path in an address; a trailing slash is ignored. @returns null when the path does not match */
export function paramsOf(path: string, address: string): Record<string, string> | null {
  const parts = path.split('/');
  const given = address.split('/');
  while (given.length > 2 && given.at(-1) === '') given.pop();
  if (parts.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('$') && value !== '') {
      try {
        params[part.slice(1)] = decodeURIComponent(value);
      } catch {
        return null;
      }
    } else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** The route that matches an address, with its parameters. */
export function routeAt(
  routes: readonly Route[],
  address: string,
): Pick<Shown, 'route' | 'params'> | undefined {
  for (const candidate of routes) {
    const params = paramsOf(candidate.path, address);
    if (params) return { route: candidate, params };
  }
  return undefined;
}

/** The state that a caller gave to a history entry, without the keys of the history itself. */
const callerState = ({ key, __TSR_key, __TSR_index, ...state }: HistoryLocation['state']) => state;

/**
 * Which page is shown. `location` is the current entry of the history; `shown` is the page on the screen, which follows
 * when its code is loaded.
 */
export class Navigation {
  readonly history: RouterHistory;
  /** Whether another page has been shown since the document was loaded. */
  hasShownOthers = false;
  readonly #routes: readonly Route[];
  readonly #notFound: Route;
  readonly #listeners = new Set<() => void>();
  readonly #beforeNavigation = new Set<(isOtherPage: boolean) => void>();
  #shown: Shown;
  #location: HistoryLocation;
  /** The number of the newest navigation: an earlier one that is still loading is dropped. */
  #newest = 0;
  #resetsScroll = true;
  #arrivals: (() => void)[] = [];

  constructor(history: RouterHistory, routes: readonly Route[], notFound: Route) {
    this.history = history;
    this.#routes = routes;
    this.#notFound = notFound;
    this.#location = history.location;
    this.#shown = this.#pageAt(this.#location);
  }

  get location(): HistoryLocation {
    return this.#location;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Starts to follow the history. */
  start(): void {
    ownScroll(() => this.#shown.location);
    this.history.subscribe(() => void this.#follow());
    this.#location = this.history.location;
    this.#shown = this.#pageAt(this.#location);
    if (!this.#normaliseAddress(this.#shown)) this.#shown.route.prepare?.();
  }

  /** Resolves when the code of the shown page is loaded. */
  async ready(): Promise<void> {
    await Promise.all(this.#shown.route.screens.map((screen) => screen.preload?.()));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called before the page changes, or its address. */
  onNavigation(listener: (isOtherPage: boolean) => void): void {
    this.#beforeNavigation.add(listener);
  }

  /** Loads the code and the data of a page in advance. */
  preload(target: Target): void {
    const { route: next } = this.#pageAt({
      ...this.history.location,
      pathname: hrefOf({ ...target, search: {} }),
    });
    for (const screen of next.screens) void screen.preload?.();
    next.prepare?.();
  }

  /** Navigates to a page. Resolves when it is shown, that is, after a question about unsaved changes was answered. */
  readonly navigate = (target: (Target | { readonly href: string }) & NavigateOptions): Promise<void> => {
    const { replace = false, resetScroll = true, state = {} } = target;
    const href = 'href' in target ? target.href : hrefOf(target);
    const arrival = new Promise<void>((resolve) => this.#arrivals.push(resolve));
    const { location } = this.history;
    const isHere =
      location.href === href && JSON.stringify(callerState(location.state)) === JSON.stringify(state);
    this.#resetsScroll = resetScroll;
    if (isHere) void this.#follow();
    else this.history[replace ? 'replace' : 'push'](href, state);
    return arrival;
  };

  /** Changes the query string; the scroll position is kept. */
  changeSearch(search: PlainSearch, replace: boolean): void {
    const href = this.history.location.pathname + stringifySearch(search);
    void this.navigate({ href, replace, resetScroll: false });
  }

  /** Called when React has rendered the page. */
  arrive(shown: Shown): void {
    if (this.#location !== shown.location) return;
    if (this.#resetsScroll) restoreScroll(shown.location);
    this.#resetsScroll = true;
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const done of arrivals) done();
  }

  #pageAt(location: HistoryLocation): Shown {
    const found = routeAt(this.#routes, location.pathname);
    return { location, route: this.#notFound, params: {}, ...found };
  }

  /** Replaces `/Login/` by /login, so that code can compare the address with a path. @returns whether it did */
  #normaliseAddress({ location, route: found, params }: Shown): boolean {
    const { pathname, search, hash, state } = location;
    const address = hrefOf({ to: found.path as Path, params });
    if (found === this.#notFound || address === pathname) return false;
    this.history.replace(address + search + hash, state, { ignoreBlocker: true });
    return true;
  }

  async #follow(): Promise<void> {
    const next = this.#pageAt(this.history.location);
    if (this.#normaliseAddress(next)) return;
    const isOtherPage = next.location.pathname !== this.#shown.location.pathname;
    keepScroll(this.#shown.location);
    this.#location = next.location;
    for (const listen of this.#beforeNavigation) listen(isOtherPage);
    this.#notify();
    this.#newest += 1;
    const number = this.#newest;
    if (next.route !== this.#shown.route) {
      next.route.prepare?.();
      await this.#loadCode(next.route);
      if (number !== this.#newest) return;
    }
    this.#shown = next;
    this.hasShownOthers ||= isOtherPage;
    this.#notify();
  }

  /** Waits for the code of a page, one second at most. */
  async #loadCode({ screens }: Route): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, keepPreviousPageMilliseconds);
    });
    await Promise.race([Promise.all(screens.map((screen) => screen.preload?.())), late]);
    clearTimeout(timer);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
