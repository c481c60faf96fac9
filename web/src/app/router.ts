import { common } from '@almas/locale/screens/common';
import type { QueryClient } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import { createElement } from 'react';
import { createRouter, parseSearch, stringifySearch } from '../platform/navigation/index.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { Crashed } from './root-page.tsx';
import { routeTree } from './routes.tsx';

/** How long the previous page stays while the code of the next one is loading; then a loading indicator is shown. */
const keepPreviousPageMilliseconds = 1_000;

/** The router of the application, in the browser and for the first views of the server. */
export const createAppRouter = (history: RouterHistory, queryClient: QueryClient) =>
  createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // TanStack Query knows how old the data of a page are.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: keepPreviousPageMilliseconds,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => createElement(PageSpinner, { text: common.loading }),
    defaultErrorComponent: Crashed,
    notFoundMode: 'root',
    // In the server it would add an inline script.
    scrollRestoration: !import.meta.env.SSR,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
