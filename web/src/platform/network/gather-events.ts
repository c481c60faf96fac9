import type { AlmasContract } from '@almas/contract';
import type { LiveEvent } from '@almas/contract/live';

type Group = keyof AlmasContract;

/** The groups of queries that each event invalidates (contract live.ts). */
export const namedGroups: Readonly<Record<Exclude<LiveEvent['type'], 'refresh'>, readonly Group[]>> = {
  balance: ['accounts', 'wallet', 'purchases', 'credit'],
  notification: ['notifications', 'announcements', 'statistics'],
  'service-config': ['freeFire'],
  stock: ['products'],
  catalogue: ['products', 'prices'],
  codes: ['codes', 'codeBatches'],
  features: ['configuration', 'features', 'business'],
  requests: [
    'rechargeRequests',
    'freeFire',
    'users',
    'statistics',
    'wallet',
    'claims',
    'accountFlags',
    'supplierOrders',
  ],
  credit: ['credit'],
  session: ['accounts', 'staff'],
};
const everything = [...new Set(Object.values(namedGroups).flat())];
export const eventTypes = [...Object.keys(namedGroups), 'refresh'];

/** Collection time in milliseconds: a burst of sales causes one read. */
const gatherMilliseconds = 250;

/** Collects the groups that events name and passes them on once per burst. */
export function gatherEvents(onGroups: (groups: readonly Group[]) => void) {
  const gathered = new Set<Group>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    onGroups([...gathered]);
    gathered.clear();
  };
  return {
    add({ type }: LiveEvent) {
      for (const group of type === 'refresh' ? everything : (namedGroups[type] ?? [])) gathered.add(group);
      if (gathered.size > 0) timer ??= setTimeout(flush, gatherMilliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}
