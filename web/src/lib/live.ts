import type { AlmasContract } from '@almas/contract';
import type { LiveEvent } from '@almas/contract/live';
import { refresh } from './queries.ts';

type Group = keyof AlmasContract;

/** What each event makes old (contract live.ts). */
export const namedGroups: Readonly<Record<LiveEvent['type'], readonly Group[]>> = {
  balance: ['accounts', 'wallet', 'purchases'],
  notification: ['notifications'],
  'service-config': ['freeFire'],
  stock: ['products'],
  catalogue: ['products'],
  requests: ['rechargeRequests', 'freeFire', 'users', 'statistics', 'wallet'],
  session: ['accounts'],
  refresh: [
    'accounts',
    'wallet',
    'purchases',
    'notifications',
    'freeFire',
    'products',
    'rechargeRequests',
    'users',
    'statistics',
  ],
};

/** A burst of sales is one reading, not one per sale. */
const gatherMilliseconds = 250;

function hear(text: string, gathered: Set<Group>, isFirst: boolean) {
  const event = JSON.parse(text) as LiveEvent;
  // Every stream begins by saying so; what a screen has read a moment ago is not old yet.
  if (event.type === 'refresh' && isFirst) return;
  for (const group of namedGroups[event.type] ?? []) gathered.add(group);
}

/**
 * Listens to /api/events and reads again what an event names. After a lost connection everything named is read
 * again, because events may have been missed. @returns the function that stops listening.
 */
export function listenToEvents(): () => void {
  const gathered = new Set<Group>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let interrupted = false;
  let isFirst = true;
  const flush = () => {
    timer = null;
    const groups = [...gathered];
    gathered.clear();
    void refresh(...groups);
  };
  const schedule = () => {
    timer ??= setTimeout(flush, gatherMilliseconds);
  };
  const source = connect(
    (text) => {
      hear(text, gathered, isFirst);
      isFirst = false;
      schedule();
    },
    () => {
      if (interrupted)
        for (const groups of Object.values(namedGroups)) for (const g of groups) gathered.add(g);
      if (interrupted) schedule();
      interrupted = false;
    },
    () => {
      interrupted = true;
    },
  );
  return () => {
    if (timer) clearTimeout(timer);
    source.close();
  };
}

/** An EventSource gives up for good when a proxy answers an error page: then it is opened again. */
function connect(onText: (text: string) => void, onOpen: () => void, onLost: () => void) {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  const open = () => {
    source = new EventSource('/api/events');
    source.onopen = () => {
      attempt = 0;
      onOpen();
    };
    // The server names its events: an unnamed listener would hear none of them.
    for (const type of Object.keys(namedGroups))
      source.addEventListener(type, (message) => onText((message as MessageEvent<string>).data));
    source.onerror = () => {
      onLost();
      if (source.readyState !== EventSource.CLOSED) return;
      attempt += 1;
      timer = setTimeout(open, Math.min(1_000 * 2 ** attempt, 30_000));
    };
  };
  open();
  return {
    close() {
      clearTimeout(timer);
      source.close();
    },
  };
}
