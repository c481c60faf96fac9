import type { AlmasContract } from '@almas/contract';
import type { Input, Output, Route } from '@almas/contract/route';
import {
  infiniteQueryOptions,
  onlineManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { raiseDatabaseAlert } from '../../lib/alerts.ts';
import { onServerBack } from '../offline/last-known.ts';
import { api } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';

type Group = keyof AlmasContract;
type Named<G extends Group, N extends keyof AlmasContract[G]> = Extract<AlmasContract[G][N], Route>;

/** Whether a read may succeed later: no network, or the database is unavailable. Any other refusal is final. */
const isTransient = (error: unknown) =>
  error instanceof OfflineError || (error instanceof ApiError && error.status === 503);

// A page opened without a network gets no `offline` event: without this the return of the network would not be noticed.
if (!import.meta.env.SSR) onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 500) raiseDatabaseAlert();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Queries also run without a network: the service worker may have a cached response, and an error with a button is better than
      // waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => isTransient(error) && failures < 2,
    },
  },
});

// Cached responses may be shown together with newer ones of the server.
onServerBack(
  () => void queryClient.invalidateQueries({ predicate: ({ state }) => state.fetchStatus === 'idle' }),
);

/**
 * Whether a read repeats what a screen already shows: it waits for the server, while an empty screen takes the worker's cached response
 * after 2 s (worker/service-worker.ts).
 */
export const isRefresh = (queryKey: QueryKey): boolean => queryClient.getQueryData(queryKey) !== undefined;

/**
 * A reading call as a query: `useQuery(apiQuery('purchases', 'list', { query: { limit: 5 } }))`.
 * Its key starts with group and name, so that live events can invalidate a whole group.
 */
export function apiQuery<G extends Group, N extends keyof AlmasContract[G] & string>(
  group: G,
  name: N,
  input?: Input<Named<G, N>>,
) {
  return queryOptions({
    queryKey: [group, name, input ?? {}] as const,
    queryFn: ({ signal, queryKey }): Promise<Output<Named<G, N>>> => {
      const call = api[group][name] as unknown as (sent: object) => Promise<Output<Named<G, N>>>;
      return call({ ...(input as object | undefined), signal, isRefresh: isRefresh(queryKey) });
    },
  });
}

/** Invalidates all queries of these groups. */
export const refresh = (...groups: readonly Group[]) =>
  Promise.all(groups.map((group) => queryClient.invalidateQueries({ queryKey: [group] })));

type Paged = { readonly nextCursor: string | null };

/**
 * A list read page after page: `useInfiniteQuery(apiPages('purchases', 'list', { query: {} }))`; `allItems` joins
 * what has been read so far.
 */
export function apiPages<G extends Group, N extends keyof AlmasContract[G] & string>(
  group: G,
  name: N,
  input?: Input<Named<G, N>>,
) {
  const { query, ...rest } = (input ?? {}) as { query?: object };
  return infiniteQueryOptions({
    queryKey: [group, name, 'pages', input ?? {}] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal, queryKey }): Promise<Output<Named<G, N>>> => {
      const call = api[group][name] as unknown as (sent: object) => Promise<Output<Named<G, N>>>;
      return call({
        ...rest,
        query: { ...query, cursor: pageParam },
        signal,
        isRefresh: isRefresh(queryKey),
      });
    },
    getNextPageParam: (last) => (last as unknown as Paged).nextCursor ?? undefined,
  });
}

export const allItems = <Item>(data: { pages: readonly { items: readonly Item[] }[] }): Item[] =>
  data.pages.flatMap(({ items }) => items);
