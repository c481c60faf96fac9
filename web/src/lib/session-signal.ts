import { readJson, writeJson } from './storage.ts';

/** Tells every part and every tab of the application whose session there is from now on: a user's id, or '' for none. */
type Listener = (userId: string) => void;
const listeners = new Set<Listener>();
const channel =
  import.meta.env.SSR || !globalThis.BroadcastChannel ? null : new BroadcastChannel('almas.session');

const notifyListeners: Listener = (userId) => {
  for (const listener of listeners) listener(userId);
};
channel?.addEventListener('message', (event) => notifyListeners(event.data as string));

/** @returns the function that stops listening. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Also for web/build/before-start.js. */
const changedAt = 'almas.session-changed';
/** A page that is still on its way hears no message: it finds the moment of the change when it starts. */
const noteChange = () => writeJson(changedAt, Date.now());
/** Did another tab sign in or out after this moment (epoch milliseconds)? */
export const sessionChangedSince = (moment: number): boolean => (readJson<number>(changedAt) ?? 0) >= moment;

/** This tab's session is over: said here and, when `everywhere`, in the other tabs too. */
export function announceSessionEnd(everywhere = false): void {
  notifyListeners('');
  if (!everywhere) return;
  noteChange();
  channel?.postMessage('');
}

let startedHere = 0;
/** When this tab signed in, in milliseconds of `performance.now()`; 0 when the page came with its session. */
export const sessionStart = (): number => startedHere;

export function announceSessionStart(userId: string): void {
  startedHere = performance.now();
  noteChange();
  channel?.postMessage(userId);
}
