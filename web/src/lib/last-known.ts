import { useSyncExternalStore } from 'react';
import { formerCache, lastKnownCache, lastKnownHeader, lastKnownSeconds } from './last-known-names.ts';

/*
 * When the network is lost the service worker answers some reads with the last answer it kept (build/pwa.ts). Such an
 * answer says when the server gave it, and the screens say so too.
 */

const listeners = new Set<() => void>();
let since: string | null = null;

/** Notes whether an answer comes from the server or is repeated. */
export function noteAnswer(response: Response): void {
  const given = response.headers.get(lastKnownHeader);
  const moment = given === null ? null : new Date(given).toISOString();
  // The oldest of what is shown counts; one fresh answer shows that the server is back.
  const next = moment !== null && since !== null && since < moment ? since : moment;
  if (next === since) return;
  since = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Since when the screens show what was last known, as an ISO moment; null when they are up to date. */
export const useLastKnown = (): string | null => useSyncExternalStore(subscribe, () => since);

/** The next user of this browser finds nothing of the last one. */
export async function forgetLastKnown(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(lastKnownCache).catch(() => false);
}

/** The worker itself looks at the age of an answer only when it uses one. */
export async function forgetOldAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return;
  await caches.delete(formerCache);
  if (!(await caches.has(lastKnownCache))) return;
  const cache = await caches.open(lastKnownCache);
  for (const request of await cache.keys()) {
    const given = (await cache.match(request))?.headers.get('date') ?? '';
    if (!(Date.now() - Date.parse(given) < lastKnownSeconds * 1_000)) await cache.delete(request);
  }
}
