import type { User } from '@almas/contract/accounts';
import { firstCalls } from '@almas/contract/first-calls';
import type { QueryClient } from '@tanstack/react-query';
import { apiPages, apiQuery } from '../lib/queries.ts';
import { meQuery } from '../lib/session.ts';

type Reads = readonly [group: never, name: never, input: never];

/** The loader of a reseller's screen: begins its first reads in parallel with its code, without waiting for them. */
export const firstReads =
  (path: string) =>
  ({ context: { queryClient } }: { readonly context: { readonly queryClient: QueryClient } }): void => {
    const me = queryClient.getQueryData<User | null>(meQuery.queryKey);
    if (import.meta.env.SSR || me?.role !== 'reseller' || me.status !== 'active') return;
    for (const { group, name, input, pages } of firstCalls[path] ?? []) {
      const call = [group, name, input] as unknown as Reads;
      if (pages) void queryClient.prefetchInfiniteQuery(apiPages(...call));
      else void queryClient.prefetchQuery(apiQuery(...call));
    }
  };
