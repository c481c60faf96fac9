import { useSyncExternalStore } from 'react';
import { forgottenCache, lastKnownCache, lastKnownHeader, lastKnownSeconds } from './last-known-names.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

/*
 * When the network is lost the service worker answers some reads with the last answer it kept (build/pwa.ts). Such an
 * answer says when the server gave it, and the screens say so too. A network that takes requests and never answers is found out
 * here: the worker would wait 15 s, and an empty screen with it.
 */

/** How long an empty screen waits for the server before it shows what was last known, in milliseconds. */
const silenceMilliseconds = 1_500;

const listeners = new Set<() => void>();
let since: string | null = null;

/** Notes whether an answer comes from the server or is repeated, and what the server's clock says. */
export function noteAnswer({ headers }: Response): void {
  const given = headers.get(lastKnownHeader);
  if (given === null) noteServerTime(Date.parse(headers.get('date') ?? ''));
  noteMoment(given === null ? null : new Date(given).toISOString());
}

function noteMoment(moment: string | null): void {
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

/** Calls the listener each time that the server answers again after screens have shown what was last known. */
export function onServerBack(listener: () => void): void {
  subscribe(() => {
    if (since === null) listener();
  });
}

/** When the server gave an answer; null when that is too long ago, or not known. */
export function givenAt(kept: Response | undefined): string | null {
  const given = kept?.headers.get('date') ?? '';
  return serverNow() - Date.parse(given) < lastKnownSeconds * 1_000 ? new Date(given).toISOString() : null;
}

/** What the worker keeps of a read, and when the server gave it; null when it is too old. */
async function keptAnswer(address: string): Promise<{ answer: unknown; given: string } | null> {
  // Not `open`, which makes it: after a sign-out there is none.
  if (!(await caches.has(lastKnownCache))) return null;
  const kept = await caches.match(address, { cacheName: lastKnownCache });
  const given = givenAt(kept);
  return kept && given ? { answer: await kept.json(), given } : null;
}

/**
 * Gives `show` what was last known of a read when the server stays silent: after 1.5 s, or at once when it has been
 * silent before. @returns the function that says that the read is over
 */
export function whenSilent(address: string, show: (answer: unknown) => void): () => void {
  let isOver = !('caches' in globalThis);
  const look = async () => {
    const kept = isOver ? null : await keptAnswer(address).catch(() => null);
    if (isOver || !kept) return;
    noteMoment(kept.given);
    show(kept.answer);
  };
  const timer = setTimeout(look, since === null ? silenceMilliseconds : 0);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Since when the screens show what was last known, as an ISO moment; null when they are up to date. */
export const useLastKnown = (): string | null => useSyncExternalStore(subscribe, () => since);

/**
 * Deletes the kept answers, so that the next user of this browser finds none. The worker may be storing one at this moment: it
 * reads the time noted here, and deletes an answer whose request began before it (build/pwa.ts).
 */
export async function forgetLastKnown(): Promise<void> {
  try {
    const cache = await caches.open(forgottenCache);
    await cache.put('/', new Response(`${Date.now()}`));
  } catch {
    // A browser without caches keeps nothing; one without room for this has none for an answer either.
  }
  await globalThis.caches?.delete(lastKnownCache).catch(() => false);
}
