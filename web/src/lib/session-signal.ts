import { readJson, writeJson } from './storage.ts';

/** Tells every part and every tab of the application that the session changed. */
type Change = 'ended' | 'started';
const listeners = new Set<(change: Change) => void>();
const channel =
  import.meta.env.SSR || !globalThis.BroadcastChannel ? null : new BroadcastChannel('almas.session');

const tell = (change: Change) => {
  for (const listener of listeners) listener(change);
};
channel?.addEventListener('message', (event) => tell(event.data as Change));

/** @returns the function that stops listening. */
export function onSessionChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const changedAt = 'almas.session-changed';
/** A page that is still on its way hears no message: it finds the moment of the change when it starts. */
const noteChange = () => writeJson(changedAt, Date.now());
/** Did another tab sign in or out after this moment (epoch milliseconds)? */
export const sessionChangedSince = (moment: number): boolean => (readJson<number>(changedAt) ?? 0) >= moment;

/** This tab's session is over: said here and, when `everywhere`, in the other tabs too. */
export function announceSessionEnd(everywhere = false): void {
  tell('ended');
  if (!everywhere) return;
  noteChange();
  channel?.postMessage('ended');
}

let startedHere = 0;
/** When this tab signed in, in milliseconds of `performance.now()`; 0 when the page came with its session. */
export const sessionStart = (): number => startedHere;

export function announceSessionStart(): void {
  startedHere = performance.now();
  noteChange();
  channel?.postMessage('started');
}
