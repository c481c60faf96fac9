import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { deviceAge, noteServerTime } from '../../lib/server-clock.ts';
import { deletionCache, lastKnownCache, lastKnownHeader, lastKnownSeconds } from './last-known-names.ts';

/*
 * Without a network the service worker serves some reads from its cache (worker/service-worker.ts). A header of such a response tells when the
 * server sent it, and the screens show that time.
 */

const { subscribe, notify } = createListeners();
let staleSince: string | null = null;

/** Records whether a response comes from the server or from the cache, and the time of the server's clock. */
export function noteResponse({ headers }: Response): void {
  const given = headers.get(lastKnownHeader);
  if (!given) noteServerTime(Date.parse(headers.get('date') ?? ''));
  setStaleSince(given ? new Date(given).toISOString() : null);
}

function setStaleSince(moment: string | null): void {
  // The oldest of the shown responses counts; one from the server ends the stale state.
  const next = moment && staleSince && staleSince < moment ? staleSince : moment;
  if (next === staleSince) return;
  staleSince = next;
  notify();
}

/** Calls the listener each time the server responds again after cached responses were shown. */
export function onServerBack(listener: () => void): void {
  subscribe(() => {
    if (!staleSince) listener();
  });
}

/**
 * When the server sent a cached response, in ISO format; null when that is unknown, or when it was cached too long ago by the clock of
 * the device, which dated it (worker/service-worker.ts).
 */
export function respondedAt(kept: Response | undefined): string | null {
  const given = kept?.headers.get(lastKnownHeader);
  const age = deviceAge(Date.parse(kept?.headers.get('date') ?? ''));
  return given && age < lastKnownSeconds * 1_000 ? new Date(given).toISOString() : null;
}

/** The time of the oldest cached response that is shown, in ISO format; null when the screens are up to date. */
export const useLastKnown = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => staleSince,
    () => null,
  );

/**
 * Deletes the cached responses, so that the next user of this browser finds none. The worker may be storing one now: it reads the time
 * written here and deletes a response whose request began earlier (worker/service-worker.ts).
 */
export async function deleteLastKnown(): Promise<void> {
  try {
    const cache = await caches.open(deletionCache);
    await cache.put('/', new Response(`${Date.now()}`));
  } catch {
    // Without caches nothing is stored, and without space for this entry there was none for a response.
  }
  await globalThis.caches?.delete(lastKnownCache).catch(() => false);
}
