import { createBrowserHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { historyWindow } from '../lib/dialog-history.ts';
import type { PartCode } from '../lib/load-part.ts';
import { type PlainSearch, parseSearch, stringifySearch } from '../lib/plain-search.ts';
import { apiQuery, queryClient } from '../lib/queries.ts';
import { meQuery } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Crashed, Loading, NotFound, RootPage } from './root-page.tsx';
import { SessionGuard } from './session-guard.tsx';

/** The route table of the specification. A path, who may open it, the file that shows it: nothing else belongs here. */
const root = createRootRoute({
  component: RootPage,
  notFoundComponent: NotFound,
  validateSearch: (search: Readonly<Record<string, unknown>>) => search as PlainSearch,
});

type Loader = PartCode<object>;
const page = <const P extends string>(path: P, load: Loader) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPart(load) });

const session = createRoute({ getParentRoute: () => root, id: 'session', component: SessionGuard });
const frame = createRoute({
  getParentRoute: () => session,
  id: 'frame',
  component: lazyPart(() => import('./frame.tsx')),
});
const signedInPage = <const P extends string>(path: P, load: Loader) =>
  createRoute({ getParentRoute: () => frame, path, component: lazyPart(load) });

const reseller = createRoute({
  getParentRoute: () => frame,
  id: 'reseller',
  component: lazyPart(async () => ({ default: (await import('./areas.tsx')).ResellerArea })),
});
const resellerPage = <const P extends string>(path: P, load: Loader) =>
  createRoute({ getParentRoute: () => reseller, path, component: lazyPart(load) });

const admin = createRoute({
  getParentRoute: () => frame,
  id: 'admin',
  component: lazyPart(async () => ({ default: (await import('./areas.tsx')).AdminArea })),
});
const adminPage = <const P extends string>(path: P, load: Loader) =>
  createRoute({ getParentRoute: () => admin, path, component: lazyPart(load) });

/** On a slow network the products come beside the code of the screen, not after it. */
function readProducts(): void {
  if (queryClient.getQueryData(meQuery.queryKey))
    void queryClient.prefetchQuery(apiQuery('products', 'list', { query: {} }));
}

const catalog = createRoute({
  getParentRoute: () => reseller,
  path: '/catalog',
  component: lazyPart(() => import('../routes/catalog.tsx')),
  loader: readProducts,
  validateSearch: (search: Record<string, unknown>): { game?: string } =>
    typeof search.game === 'string' && search.game !== '' ? { game: search.game } : {},
});

const routeTree = root.addChildren([
  page('/', () => import('../routes/index.tsx')),
  page('/login', () => import('../routes/login.tsx')),
  page('/register', () => import('../routes/register.tsx')),
  session.addChildren([
    frame.addChildren([
      signedInPage('/dashboard', () => import('../routes/dashboard.tsx')),
      reseller.addChildren([
        resellerPage('/reseller/dashboard', () => import('../routes/reseller-dashboard.tsx')),
        catalog,
        resellerPage('/card-history', () => import('../routes/card-history.tsx')),
        resellerPage('/operations', () => import('../routes/operations.tsx')),
        resellerPage('/freefire', () => import('../routes/freefire.tsx')),
        resellerPage('/profile', () => import('../routes/profile.tsx')),
        resellerPage('/settings', () => import('../routes/settings.tsx')),
        resellerPage('/recharge', () => import('../routes/recharge.tsx')),
        resellerPage('/test-notifications', () => import('../routes/test-notifications.tsx')),
        resellerPage('/history', () => import('../routes/history.tsx')),
        resellerPage('/consumption', () => import('../routes/consumption.tsx')),
        resellerPage('/directory', () => import('../routes/directory.tsx')),
      ]),
      admin.addChildren([
        adminPage('/admin', () => import('../routes/admin/index.tsx')),
        adminPage('/admin/users', () => import('../routes/admin/users.tsx')),
        adminPage('/admin/products', () => import('../routes/admin/products/index.tsx')),
        adminPage('/admin/products/new', () => import('../routes/admin/products/new.tsx')),
        adminPage('/admin/products/$id/edit', () => import('../routes/admin/products/edit.tsx')),
        adminPage('/admin/transactions', () => import('../routes/admin/transactions.tsx')),
        adminPage('/admin/recharge', () => import('../routes/admin/recharge.tsx')),
        adminPage('/admin/recharges', () => import('../routes/admin/recharges.tsx')),
        adminPage('/admin/freefire', () => import('../routes/admin/freefire.tsx')),
      ]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  history: createBrowserHistory({ window: historyWindow }),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Crashed,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The page that asked for a session (AMB-03). */
    from?: string;
    /** The second step of the registration; the first has no mark. */
    registrationStep?: 2;
  }
}
