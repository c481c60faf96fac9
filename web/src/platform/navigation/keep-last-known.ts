import { firstCalls } from '@almas/contract/first-calls';
import { apiQuery, queryClient, refresh } from '../network/queries.ts';
import { readFirst } from './first-reads.ts';

const worker = import.meta.env.SSR ? undefined : navigator.serviceWorker;
/** The first page of a browser begins without a worker, which then has none of its reads (worker/service-worker.ts). */
let isUnread = worker !== undefined && worker.controller === null;

/** Groups of the contract whose reads the worker keeps (worker/service-worker.ts). */
const keptGroups = ['accounts', 'products', 'wallet', 'freeFire'] as const;

/** Reads once more, through the worker, what the screen shows and what the other screens show first. */
async function readAgain(): Promise<void> {
  if (!isUnread) return;
  isUnread = false;
  await refresh(...keptGroups);
  const calls = Object.values(firstCalls)
    .flat()
    .filter(({ group }) => keptGroups.some((kept) => kept === group));
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
