import type { User } from '@almas/contract/accounts';
import { type FirstCall, firstCalls } from '@almas/contract/first-calls';
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

/** A cashier's screens ask for what they show: most of these calls are refused to a cashier (server/src/http/page-data.ts). */
const readsFirst = (user: User | null | undefined) =>
  user?.role === 'reseller' && user.status === 'active' && !user.cashier;

/**
 * Begins the first reads of a screen beside the session, in a page that the worker serves: on a silent network each waits two seconds for
 * its last known response, and the loader begins them after the session's. Only where the worker has kept the account of a reseller.
 */
export async function readBesideSession(queryClient: QueryClient, path: string): Promise<void> {
  const calls = firstCalls[path];
  if (!calls || !navigator.serviceWorker?.controller) return;
  const kept = await caches.match('/api/session', { cacheName: lastKnownCache }).catch(() => undefined);
  const { user } = ((await kept?.json().catch(() => null)) ?? {}) as { user?: User | null };
  if (readsFirst(user)) for (const call of calls) void readFirst(queryClient, call);
}

/** The loader of a reseller's screen: begins its first reads in parallel with its code, without waiting for them. */
export const firstReads =
  (path: string) =>
  ({ context: { queryClient } }: { readonly context: { readonly queryClient: QueryClient } }): void => {
    const me = queryClient.getQueryData<User | null>(meQuery.queryKey);
    if (import.meta.env.SSR || !readsFirst(me)) return;
    for (const call of firstCalls[path] ?? []) void readFirst(queryClient, call);
  };
