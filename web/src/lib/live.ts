import type { AlmasContract } from '@almas/contract';
import type { LiveEvent } from '@almas/contract/live';
import { refresh } from './queries.ts';

type Group = keyof AlmasContract;

/** What each event makes old (contract live.ts). */
export const namedGroups: Readonly<Record<Exclude<LiveEvent['type'], 'refresh'>, readonly Group[]>> = {
  balance: ['accounts', 'wallet', 'purchases'],
  notification: ['notifications', 'statistics'],
  'service-config': ['freeFire'],
  stock: ['products'],
  catalogue: ['products'],
  requests: ['rechargeRequests', 'freeFire', 'users', 'statistics', 'wallet'],
  session: ['accounts'],
};
const everything = [...new Set(Object.values(namedGroups).flat())];
const eventTypes = [...Object.keys(namedGroups), 'refresh'];

/** A burst of sales is one reading, not one per sale. */
const gatherMilliseconds = 250;

/** Gathers the groups that events name and hands them on once per burst. */
export function gatherEvents(onGroups: (groups: readonly Group[]) => void) {
  const gathered = new Set<Group>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened = false;
  const groupsOf = (event: LiveEvent): readonly Group[] => {
    if (event.type !== 'refresh') return namedGroups[event.type] ?? [];
    // Every stream starts with it. The first one finds a screen that has just read everything.
    const again = opened;
    opened = true;
    return again ? everything : [];
  };
  const flush = () => {
    timer = undefined;
    const groups = [...gathered];
    gathered.clear();
    onGroups(groups);
  };
  return {
    hear(event: LiveEvent) {
      for (const group of groupsOf(event)) gathered.add(group);
      if (gathered.size > 0) timer ??= setTimeout(flush, gatherMilliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

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
