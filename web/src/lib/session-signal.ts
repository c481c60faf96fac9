/** Tells every part and every tab of the application that the session changed. */
type Change = 'ended' | 'started';
const listeners = new Set<(change: Change) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('almas.session');

const tell = (change: Change) => {
  for (const listener of listeners) listener(change);
};
channel?.addEventListener('message', (event) => tell(event.data as Change));

/** @returns the function that stops listening. */
export function onSessionChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** This tab's session is over: said here and, when `everywhere`, in the other tabs too. */
export function announceSessionEnd(everywhere = false): void {
  tell('ended');
  if (everywhere) channel?.postMessage('ended');
}

export const announceSessionStart = () => channel?.postMessage('started');
