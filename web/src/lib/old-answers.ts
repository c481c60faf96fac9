import { givenAt } from './last-known.ts';
import { formerCache, lastKnownCache } from './last-known-names.ts';

/** The worker itself looks at the age of an answer only when it uses one. */
export async function forgetOldAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return;
  await caches.delete(formerCache);
  if (!(await caches.has(lastKnownCache))) return;
  const cache = await caches.open(lastKnownCache);
  for (const request of await cache.keys()) {
    if (!givenAt(await cache.match(request))) await cache.delete(request);
  }
}
