import { common } from '@almas/locale/screens/common';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  firstReads,
  redirect,
  searchOf,
} from '../platform/navigation/index.ts';
import type { PartCode } from '../platform/release/index.ts';
import { homeOf, leftOnPurpose, meQuery, sessionHasEnded } from '../platform/session/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Crashed, NotFound, RootPage } from './root-page.tsx';
import { SessionFailed, SessionGuard } from './session-guard.tsx';

/*
 * The route table of the specification: a path, its guards, what its address may say, the reads that it begins with, and the file that
 * shows it. Nothing repeats it: origin.ts asks it where a sign-in may lead, the build reads from it which files a screen needs.
 */

interface RouterContext {
  readonly queryClient: QueryClient;
}

const page = <const P extends string>(path: P, code: PartCode<object>) => ({
  path,
  component: lazyPart(code),
});

const root = createRootRouteWithContext<RouterContext>()({
  component: RootPage,
  notFoundComponent: NotFound,
  errorComponent: Crashed,
});

const LoadingProfile = () => <PageSpinner text={common.loadingProfile} />;

const index = createRoute({
  getParentRoute: () => root,
  ...page('/', () => import('../routes/index.tsx')),
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    throw redirect({ to: me ? homeOf(me) : '/login', replace: true });
  },
  errorComponent: SessionFailed,
});
const login = createRoute({
  getParentRoute: () => root,
  ...page('/login', () => import('../routes/login.tsx')),
});
const register = createRoute({
  getParentRoute: () => root,
  ...page('/register', () => import('../routes/register.tsx')),
});

/** Pages of signed-in users. Without a session /login remembers the address for the return, except after a sign-out. */
const session = createRoute({
  getParentRoute: () => root,
  id: 'session',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me) return;
    const ended = sessionHasEnded() ? ({ ended: true } as const) : {};
    throw redirect({
      to: '/login',
      replace: true,
      state: leftOnPurpose() ? {} : { from: location.href, ...ended },
    });
  },
  component: SessionGuard,
  pendingComponent: LoadingProfile,
  pendingMs: 0,
  errorComponent: SessionFailed,
});
const frame = createRoute({
  getParentRoute: () => session,
  id: 'frame',
  component: lazyPart(() => import('./frame.tsx')),
});
const dashboard = createRoute({
  getParentRoute: () => frame,
  ...page('/dashboard', () => import('../routes/dashboard.tsx')),
  validateSearch: searchOf('journal', 'withheld', 'purchase'),
  loader: firstReads('/dashboard'),
});

// Role, then status (AMB-04): each area shows its own screen in place of a page that is not open to the account.
const reseller = createRoute({
  getParentRoute: () => frame,
  id: 'reseller',
  component: lazyPart(() => import('./reseller-area.tsx')),
});
const admin = createRoute({
  getParentRoute: () => frame,
  id: 'admin',
  component: lazyPart(() => import('./admin-area.tsx')),
  validateSearch: searchOf(
    'journal',
    'journalAction',
    'journalActor',
    'journalSearch',
    'journalFrom',
    'journalTo',
  ),
});

const resellerPages = [
  createRoute({
    getParentRoute: () => reseller,
    ...page('/reseller/dashboard', () => import('../routes/reseller-dashboard.tsx')),
    validateSearch: searchOf('purchase'),
    loader: firstReads('/dashboard'),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/catalog', () => import('../routes/catalog.tsx')),
    validateSearch: searchOf('game'),
    loader: firstReads('/catalog'),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/card-history', () => import('../routes/card-history.tsx')),
    validateSearch: searchOf('search', 'from', 'to', 'purchase'),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/operations', () => import('../routes/operations.tsx')),
    validateSearch: searchOf('purchase'),
    loader: firstReads('/operations'),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/freefire', () => import('../routes/freefire.tsx')),
  }),
  createRoute({ getParentRoute: () => reseller, ...page('/profile', () => import('../routes/profile.tsx')) }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/settings', () => import('../routes/settings.tsx')),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/recharge', () => import('../routes/recharge.tsx')),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/test-notifications', () => import('../routes/test-notifications.tsx')),
  }),
  createRoute({ getParentRoute: () => reseller, ...page('/history', () => import('../routes/history.tsx')) }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/consumption', () => import('../routes/consumption.tsx')),
  }),
  createRoute({
    getParentRoute: () => reseller,
    ...page('/directory', () => import('../routes/directory.tsx')),
  }),
] as const;

const adminPages = [
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin', () => import('../routes/admin/index.tsx')),
    validateSearch: searchOf('withheld', 'credit', 'owner', 'claims', 'orders'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/users', () => import('../routes/admin/users.tsx')),
    validateSearch: searchOf('search', 'status', 'role', 'sort', 'account'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/products', () => import('../routes/admin/products/index.tsx')),
    validateSearch: searchOf('view', 'search', 'game', 'category', 'status', 'product', 'withheld', 'stock'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/products/new', () => import('../routes/admin/products/new.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/products/$id/edit', () => import('../routes/admin/products/edit.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/transactions', () => import('../routes/admin/transactions.tsx')),
    validateSearch: searchOf('search', 'type', 'status', 'from', 'to', 'sort', 'transaction'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/recharge', () => import('../routes/admin/recharge.tsx')),
    validateSearch: searchOf('search', 'status', 'method', 'period', 'order', 'request'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/recharges', () => import('../routes/admin/recharges.tsx')),
    validateSearch: searchOf('search', 'method', 'period', 'order'),
  }),
  createRoute({
    getParentRoute: () => admin,
    ...page('/admin/freefire', () => import('../routes/admin/freefire.tsx')),
    validateSearch: searchOf('order', 'request'),
  }),
] as const;

export const routeTree = root.addChildren([
  index,
  login,
  register,
  session.addChildren([
    frame.addChildren([dashboard, reseller.addChildren(resellerPages), admin.addChildren(adminPages)]),
  ]),
]);

/** The routes around the pages of one role. */
export const areas = { reseller, admin } as const;
export { session };
