import { statement } from '../../database/statement.ts';
import type { Services } from '../../services.ts';
import { adapterOf, findConnection } from './connections.store.ts';

const due = statement<[], { id: number }>(
  'supplier-connections.balance-due',
  // A time further ahead than the interval was set while the clock was ahead.
  `UPDATE supplier_connections SET balance_due_at = clock_timestamp() + interval '5 minutes'
    WHERE id = (SELECT id FROM supplier_connections
                 WHERE NOT paused
                   AND (balance_due_at <= clock_timestamp() OR balance_due_at > clock_timestamp() + interval '6 minutes')
                 ORDER BY balance_due_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
   RETURNING id`,
);
const store = statement<[id: number, balance: number]>(
  'supplier-connections.set-balance',
  'UPDATE supplier_connections SET balance = $2, balance_at = clock_timestamp() WHERE id = $1',
);

/** Asks one supplier, every five minutes each, how much of the owner's money it holds. One that does not answer keeps its last balance. */
export async function readBalances(services: Services): Promise<void> {
  const { db, log } = services;
  const next = await due.first(db);
  if (!next) return;
  const adapter = adapterOf(services, await findConnection(db, next.id));
  const balance = await adapter?.balance().catch((error: unknown) => {
    log.warn(
      { connection: next.id, name: error instanceof Error ? error.name : '' },
      'a balance was not read',
    );
    return null;
  });
  if (balance !== null && balance !== undefined) await store.run(db, next.id, balance);
}
