import type { User } from '@almas/contract/accounts';
import { type FirstCall, firstCalls } from '@almas/contract/first-calls';
import type { QueryClient } from '@tanstack/react-query';
import { apiPages, apiQuery } from '../network/queries.ts';
import { meQuery } from '../session/session.ts';

type Reads = readonly [group: never, name: never, input: never];

/** Reads what a screen first asks for, unless it is known. */
export function readFirst(queryClient: QueryClient, { group, name, input, pages }: FirstCall): Promise<void> {
  const call = [group, name, input] as unknown as Reads;
  return pages
    ? queryClient.prefetchInfiniteQuery(apiPages(...call))
    : queryClient.prefetchQuery(apiQuery(...call));
}

/** The loader of a reseller's screen: begins its first reads in parallel with its code, without waiting for them. */
export const firstReads =
  (path: string) =>
  ({ context: { queryClient } }: { readonly context: { readonly queryClient: QueryClient } }): void => {
    const me = queryClient.getQueryData<User | null>(meQuery.queryKey);
    if (import.meta.env.SSR || me?.role !== 'reseller' || me.status !== 'active') return;
    for (const call of firstCalls[path] ?? []) void readFirst(queryClient, call);
  };
