import type { LiveEvent } from '@almas/contract/live';
import { eventTypes, gatherEvents } from './gather-events.ts';
import { refresh } from './queries.ts';

/** An EventSource gives up for good when a proxy answers an error page: then it is opened again. */
function connect(onEvent: (event: LiveEvent) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource('/api/events');
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
