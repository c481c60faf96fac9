import type { LiveEvent } from '@almas/contract/live';
import { eventTypes, gatherEvents } from './gather-events.ts';
import { refresh } from './queries.ts';
import { announceSessionEnd, sessionChangedSince, sessionStart } from './session-signal.ts';

/** Milliseconds that the call for events may take to reach the server: what the page itself took, and a little more. */
function allowedTravel(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Math.ceil(page ? page.responseStart - page.startTime : 0) + 250;
}

/** An EventSource gives up for good when a proxy answers an error page: then it is opened again. */
function connect(onEvent: (event: LiveEvent) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isFirst = true;
  const open = () => {
    // Later ones come after a gap of unknown length: without an age the server has everything read again.
    if (isFirst) {
      const asked = performance.now();
      const travel = allowedTravel();
      // The server sends what happened in these milliseconds before the call reached it: since the screen's data was read.
      source = new EventSource(`/api/events?age=${Math.ceil(asked - sessionStart()) + travel}`);
      // The call took longer: what happened right after the data was read may be missing.
      source.onopen = () => {
        source.onopen = null;
        if (performance.now() - asked > travel) onEvent({ type: 'refresh' });
      };
    } else source = new EventSource('/api/events');
    isFirst = false;
    const receive = ({ data }: MessageEvent<string>) => {
      failures = 0;
      onEvent(JSON.parse(data) as LiveEvent);
    };
    // The server names its events: `onmessage` gets none of them.
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

/** Listens to /api/events and reads again what an event names. @returns the function that stops listening. */
export function listenToEvents(): () => void {
  const events = gatherEvents((groups) => void refresh(...groups));
  const disconnect = connect(events.add);
  let leftAt = 0;
  window.onpagehide = () => {
    leftAt = Date.now();
  };
  // Back has restored the page as it was left, an hour ago perhaps. No message of another tab has reached it meanwhile.
  window.onpageshow = ({ persisted }) => {
    if (!persisted) return;
    if (sessionChangedSince(leftAt)) {
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
