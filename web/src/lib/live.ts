import type { LiveEvent } from '@almas/contract/live';
import { eventTypes, gatherEvents } from './gather-events.ts';
import { refresh } from './queries.ts';
import { sessionStart } from './session-signal.ts';

/**
 * Milliseconds since the oldest data of the screen may have been read. A call needs a while to reach the server: as
 * long again as the page needed is added, so that no event falls between the data and the stream.
 */
function screenAge(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const waited = page ? page.responseStart - page.startTime : 0;
  return Math.ceil(performance.now() - sessionStart() + waited);
}

/** An EventSource gives up for good when a proxy answers an error page: then it is opened again. */
function connect(onEvent: (event: LiveEvent) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isFirst = true;
  const open = () => {
    // Later ones come after a gap of unknown length: without an age the server has everything read again.
    source = new EventSource(isFirst ? `/api/events?age=${screenAge()}` : '/api/events');
    isFirst = false;
    const hear = ({ data }: MessageEvent<string>) => {
      failures = 0;
      onEvent(JSON.parse(data) as LiveEvent);
    };
    // The server names its events: `onmessage` would hear none of them.
    for (const type of eventTypes) source.addEventListener(type, hear);
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
  const disconnect = connect(events.hear);
  return () => {
    events.stop();
    disconnect();
  };
}
