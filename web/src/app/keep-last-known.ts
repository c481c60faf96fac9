import { screens } from '@almas/contract/limits';
import { apiPages, apiQuery, queryClient, refresh } from '../lib/queries.ts';

const worker = import.meta.env.SSR ? undefined : navigator.serviceWorker;
/** The first page of a browser begins without a worker, which then has none of its reads (build/pwa.ts). */
let isUnread = worker !== undefined && worker.controller === null;

/** Reads once more, through the worker, what the screen shows and what the other screens show first. */
async function readAgain(): Promise<void> {
  if (!isUnread) return;
  isUnread = false;
  await refresh('accounts', 'products', 'wallet', 'freeFire');
  const { dashboardProducts } = screens;
  await Promise.all([
    queryClient.prefetchQuery(apiQuery('products', 'list', { query: {} })),
    queryClient.prefetchQuery(
      apiQuery('products', 'list', { query: { status: 'active', limit: dashboardProducts } }),
    ),
    queryClient.prefetchQuery(apiQuery('wallet', 'operations', { query: { limit: 1 } })),
    queryClient.prefetchInfiniteQuery(apiPages('wallet', 'operations', { query: { filter: 'all' } })),
    queryClient.prefetchQuery(apiQuery('freeFire', 'service')),
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
