import type { PartCode } from '../lib/load-part.ts';
import { type Route, route, within } from '../lib/navigation.ts';
import { apiQuery, queryClient } from '../lib/queries.ts';
import { meQuery } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { areas } from './areas.ts';
import { SessionGuard } from './session-guard.tsx';

const Frame = lazyPart(() => import('./frame.tsx'));

/** Reads the products in parallel with the code of the screen. */
function readProducts(): void {
  if (queryClient.getQueryData(meQuery.queryKey))
    void queryClient.prefetchQuery(apiQuery('products', 'list', { query: {} }));
}

const page = <const P extends string>(path: P, code: PartCode<object>, prepare?: () => void) =>
  route(path, lazyPart(code), prepare);

/** The route table of the specification: a path, its guards, and the file that shows it. */
export const routes = [
  page('/', () => import('../routes/index.tsx')),
  page('/login', () => import('../routes/login.tsx')),
  page('/register', () => import('../routes/register.tsx')),
  ...within(
    SessionGuard,
    within(Frame, [
      page('/dashboard', () => import('../routes/dashboard.tsx')),
      ...within(areas.reseller, [
        page('/reseller/dashboard', () => import('../routes/reseller-dashboard.tsx')),
        page('/catalog', () => import('../routes/catalog.tsx'), readProducts),
        page('/card-history', () => import('../routes/card-history.tsx')),
        page('/operations', () => import('../routes/operations.tsx')),
        page('/freefire', () => import('../routes/freefire.tsx')),
        page('/profile', () => import('../routes/profile.tsx')),
        page('/settings', () => import('../routes/settings.tsx')),
        page('/recharge', () => import('../routes/recharge.tsx')),
        page('/test-notifications', () => import('../routes/test-notifications.tsx')),
        page('/history', () => import('../routes/history.tsx')),
        page('/consumption', () => import('../routes/consumption.tsx')),
        page('/directory', () => import('../routes/directory.tsx')),
      ]),
      ...within(areas.admin, [
        page('/admin', () => import('../routes/admin/index.tsx')),
        page('/admin/users', () => import('../routes/admin/users.tsx')),
        page('/admin/products', () => import('../routes/admin/products/index.tsx')),
        page('/admin/products/new', () => import('../routes/admin/products/new.tsx')),
        page('/admin/products/$id/edit', () => import('../routes/admin/products/edit.tsx')),
        page('/admin/transactions', () => import('../routes/admin/transactions.tsx')),
        page('/admin/recharge', () => import('../routes/admin/recharge.tsx')),
        page('/admin/recharges', () => import('../routes/admin/recharges.tsx')),
        page('/admin/freefire', () => import('../routes/admin/freefire.tsx')),
      ]),
    ]),
  ),
];

type PathOf<R> = R extends Route<infer P> ? P : never;
declare module '../lib/navigation.ts' {
  interface RegisteredPaths {
    readonly path: PathOf<(typeof routes)[number]>;
  }
}
