import { respondedAt } from './last-known.ts';
import { formerCache, lastKnownCache } from './last-known-names.ts';

/** Deletes cached responses that are too old. The worker checks the age only of a response that it uses. */
export async function deleteExpiredResponses(): Promise<void> {
  if (!('caches' in globalThis)) return;
  await caches.delete(formerCache);
  if (!(await caches.has(lastKnownCache))) return;
  const cache = await caches.open(lastKnownCache);
  for (const request of await cache.keys()) {
    if (!respondedAt(await cache.match(request))) await cache.delete(request);
  }
}
