import { createListeners } from '../../lib/listeners.ts';
import { readJson, writeJson } from '../../lib/storage.ts';

const { subscribe, notify } = createListeners<[userId: string]>();
/** The listener receives each change of the session in this tab and the others: a user's id, or '' for none. */
export const onSessionChange = subscribe;
const channel =
  import.meta.env.SSR || !globalThis.BroadcastChannel ? null : new BroadcastChannel('almas.session');

channel?.addEventListener('message', (event) => notify(event.data as string));

const changedAt = 'almas.session-changed';
/** Stores the time of the change for pages that are still loading and receive no message. */
const noteChange = () => writeJson(changedAt, Date.now());
/** When a tab last signed in or out, by the clock that the device had then: another value is another change. */
export const lastSessionChange = (): number => readJson<number>(changedAt) ?? 0;
/**
 * Whether a tab has signed in or out since this time (epoch milliseconds). A change in the future was stored while the clock of the
 * device was ahead, and does not count.
 */
export function sessionChangedSince(moment: number): boolean {
  const change = lastSessionChange();
  return change >= moment && change <= Date.now();
}

/** Announces the end of the session in this tab and, with `everywhere`, in the others. */
export function announceSessionEnd(everywhere = false): void {
  notify('');
  if (!everywhere) return;
  noteChange();
  channel?.postMessage('');
}

export type EndSession = (error: Error & { readonly code?: string }) => void;

/**
 * For the start of a call. @returns what announces the end of its session when it was refused as unauthenticated, unless a tab has
 * signed in or out since: the refusal says nothing about the new session
 */
export function sessionOfCall(): EndSession {
  const change = lastSessionChange();
  return (error) => {
    if (error.code === 'UNAUTHENTICATED' && lastSessionChange() === change) announceSessionEnd();
  };
}

export function announceSessionStart(userId: string): void {
  noteChange();
  channel?.postMessage(userId);
}
