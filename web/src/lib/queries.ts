import type { AlmasContract } from '@almas/contract';
import type { Input, Output, Route } from '@almas/contract/route';
import {
  infiniteQueryOptions,
  onlineManager,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { raiseDatabaseAlert } from './alerts.ts';
import { api } from './api.ts';
import { ApiError, OfflineError } from './api-errors.ts';

type Group = keyof AlmasContract;
type Named<G extends Group, N extends keyof AlmasContract[G]> = Extract<AlmasContract[G][N], Route>;

/** A moment of the network or of the database passes by itself; a refusal stays a refusal. */
const mayPass = (error: unknown) =>
  error instanceof OfflineError || (error instanceof ApiError && error.status === 503);

// A page that is opened without a network never loses it: its return would not be noticed.
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
      // Without a network the service worker may know an answer, and an error with a button says more than waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => mayPass(error) && failures < 2,
    },
  },
});

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
    queryFn: ({ signal }): Promise<Output<Named<G, N>>> => {
      const call = api[group][name] as unknown as (sent: object) => Promise<Output<Named<G, N>>>;
      return call({ ...(input as object | undefined), signal });
    },
  });
}

/** Everything of these groups is read again when it is next on screen. */
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
    queryFn: ({ pageParam, signal }): Promise<Output<Named<G, N>>> => {
      const call = api[group][name] as unknown as (sent: object) => Promise<Output<Named<G, N>>>;
      return call({ ...rest, query: { ...query, cursor: pageParam }, signal });
    },
    getNextPageParam: (last) => (last as unknown as Paged).nextCursor ?? undefined,
  });
}

export const allItems = <Item>(data: { pages: readonly { items: readonly Item[] }[] }): Item[] =>
  data.pages.flatMap(({ items }) => items);
