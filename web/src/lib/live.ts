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
};

/** A burst of sales is one reading, not one per sale. */
const gatherMilliseconds = 250;

function hear(text: string, gathered: Set<Group>) {
  const event = JSON.parse(text) as LiveEvent;
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
      hear(text, gathered);
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
    source.onmessage = (message) => onText(message.data as string);
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
