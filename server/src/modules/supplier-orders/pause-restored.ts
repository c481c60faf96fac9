import { stored } from '@almas/locale';
import type { Database } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { transaction } from '../../database/transaction.ts';
import { checkAfter, writeEntry } from './orders.store.ts';

/** A database of an earlier version has no suppliers. */
const isKnown = statement<[], { known: boolean }>(
  'supplier-orders.known',
  `SELECT to_regclass('supplier_connections') IS NOT NULL AS known`,
);
const pauseAll = statement<[]>(
  'supplier-orders.pause-all',
  'UPDATE supplier_connections SET paused = true WHERE NOT paused',
);
const planned = statement<[], { id: number }>(
  'supplier-orders.all-planned',
  `SELECT id FROM supplier_orders WHERE status = 'planned' ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Pauses the orders to suppliers in a restored database: what was ordered after the restored moment is not in these books. An order that
 * waited at that moment may have been sent and paid since, so it ends here, and a person who has asked the supplier orders again.
 * @returns how many connections were paused, and how many orders ended
 */
export const pauseRestored = (
  db: Database,
): Promise<{ readonly connections: number; readonly orders: number }> =>
  transaction(db, async (tx) => {
    if (!(await isKnown.one(tx)).known) return { connections: 0, orders: 0 };
    const connections = await pauseAll.run(tx);
    const orders = await planned.all(tx);
    for (const { id } of orders) {
      await writeEntry(tx, {
        orderId: id,
        status: 'failed',
        cost: 0,
        evidence: stored.supplierOrders.restored,
      });
      await checkAfter(tx, id, null);
    }
    return { connections, orders: orders.length };
  });
