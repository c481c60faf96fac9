import type { User } from '@almas/contract/accounts';
import { cashierFirstCalls, type FirstCall, firstCalls } from '@almas/contract/first-calls';
import type { QueryClient } from '@tanstack/react-query';
import { apiPages, apiQuery } from '../network/queries.ts';
import { lastKnownCache } from '../offline/last-known-names.ts';
import { meQuery } from '../session/session.ts';

type Reads = readonly [group: never, name: never, input: never];

/** Reads what a screen first asks for, unless it is known or comes with a page alone. */
export function readFirst(
  queryClient: QueryClient,
  { group, name, input, pages, onlyWithPage }: FirstCall,
): Promise<void> {
  const call = [group, name, input] as unknown as Reads;
  if (onlyWithPage) return Promise.resolve();
  return pages
    ? queryClient.prefetchInfiniteQuery(apiPages(...call))
    : queryClient.prefetchQuery(apiQuery(...call));
}

/** The first calls of an account, by path: of an active reseller, or of one of the shop's cashiers. */
export function firstCallsOf(user: User | null | undefined): typeof firstCalls {
  if (user?.role !== 'reseller' || user.status !== 'active') return {};
  return user.cashier ? cashierFirstCalls : firstCalls;
}

/**
 * Begins the first reads of a screen beside the session, in a page that the worker serves: on a silent network each waits two seconds for
 * its last known response, and the loader begins them after the session's. Only where the worker has kept the account of a reseller.
 */
export async function readBesideSession(queryClient: QueryClient, path: string): Promise<void> {
  if (!firstCalls[path] || !navigator.serviceWorker?.controller) return;
  const kept = await caches.match('/api/session', { cacheName: lastKnownCache }).catch(() => undefined);
  const { user } = ((await kept?.json().catch(() => null)) ?? {}) as { user?: User | null };
  for (const call of firstCallsOf(user)[path] ?? []) void readFirst(queryClient, call);
}

/** The loader of a reseller's screen: begins its first reads in parallel with its code, without waiting for them. */
export const firstReads =
  (path: string) =>
  ({ context: { queryClient } }: { readonly context: { readonly queryClient: QueryClient } }): void => {
    const me = queryClient.getQueryData<User | null>(meQuery.queryKey);
    if (import.meta.env.SSR) return;
    for (const call of firstCallsOf(me)[path] ?? []) void readFirst(queryClient, call);
  };
