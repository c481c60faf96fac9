import type { LiveEvent } from '@almas/contract/live';
import { eventTypes, gatherEvents } from './gather-events.ts';
import { refresh } from './queries.ts';
import { announceSessionEnd, lastSessionChange } from './session-signal.ts';

/** Opens the event stream, which begins with a `refresh`, and opens it again when the EventSource has given up, as it does after the error page of a proxy. */
function connect(onEvent: (event: LiveEvent) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource('/api/events');
    const receive = ({ data }: MessageEvent<string>) => {
      failures = 0;
      onEvent(JSON.parse(data) as LiveEvent);
    };
    // The events have names, so `onmessage` receives none of them.
    for (const type of eventTypes) source.addEventListener(type, receive);
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      failures += 1;
      timer = setTimeout(open, Math.min(1_000 * 2 ** failures, 30_000));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Listens to /api/events and refetches the groups that an event names. @returns a function that stops listening */
export function listenToEvents(): () => void {
  const events = gatherEvents((groups) => void refresh(...groups));
  const disconnect = connect(events.add);
  let changeBefore = 0;
  window.onpagehide = () => {
    changeBefore = lastSessionChange();
  };
  // Back has restored the page from the browser's cache, maybe after an hour: it has missed all messages of other tabs.
  window.onpageshow = ({ persisted }) => {
    if (!persisted) return;
    if (lastSessionChange() !== changeBefore) {
      announceSessionEnd();
      void refresh('accounts');
    } else events.add({ type: 'refresh' });
  };
  return () => {
    window.onpagehide = null;
    window.onpageshow = null;
    events.stop();
    disconnect();
  };
}
