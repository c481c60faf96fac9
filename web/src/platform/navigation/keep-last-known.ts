import type { User } from '@almas/contract/accounts';
import type { FirstCall } from '@almas/contract/first-calls';
import { apiQuery, queryClient, refresh } from '../network/queries.ts';
import { meQuery } from '../session/session.ts';
import { firstCallsOf, readFirst } from './first-reads.ts';

const worker = import.meta.env.SSR ? undefined : navigator.serviceWorker;
/** The first page of a browser begins without a worker, which then has none of its reads (worker/service-worker.ts). */
let isUnread = worker !== undefined && worker.controller === null;

/** Groups of the contract whose reads the worker keeps (worker/service-worker.ts). */
const keptGroups: FirstCall['group'][] = ['accounts', 'products', 'wallet', 'freeFire'];

/** Reads once more, through the worker, what the screen shows and what the other screens show first. */
async function readAgain(): Promise<void> {
  if (!isUnread) return;
  isUnread = false;
  await refresh(...keptGroups);
  const calls = Object.values(firstCallsOf(queryClient.getQueryData<User | null>(meQuery.queryKey)))
    .flat()
    .filter(({ group }) => keptGroups.includes(group));
  await Promise.all([
    ...calls.map((call) => readFirst(queryClient, call)),
    queryClient.prefetchQuery(apiQuery('freeFire', 'offers')),
  ]);
}

/** Lets the first session be opened without a network too: once the worker controls the page, it gets the last known reads. */
export function keepLastKnown(): () => void {
  const read = () => void readAgain();
  if (worker?.controller) read();
  worker?.addEventListener('controllerchange', read);
  return () => worker?.removeEventListener('controllerchange', read);
}
