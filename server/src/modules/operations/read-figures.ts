import type { Queryable } from '../../database/pool.ts';
import { readOutboxFigures } from '../outbox/read-outbox.ts';
import { readLowStock } from '../statistics/activity.ts';
import { type MaintenanceRun, operationsStore } from './operations.store.ts';

/** What the operator watches beside the process itself. Times in seconds. */
export interface OperationsFigures {
  readonly salesLastHour: number;
  /** Age of the oldest pending item of each kind; 0 when nothing waits. */
  readonly oldestPendingSeconds: Readonly<
    Record<'recharge' | 'free_fire' | 'account' | 'audit_trail_seal', number>
  >;
  /** How many actions of the audit trail are sealed. */
  readonly trailPosition: number;
  /** Messages to devices and chats; `oldestSeconds` since when the oldest one is due. */
  readonly outbox: { readonly waiting: number; readonly oldestSeconds: number; readonly dead: number };
  /** Active offers about to run out. */
  readonly lowStock: readonly { readonly product: string; readonly offer: string; readonly stock: number }[];
  /** The newest backup and the newest audit, if there was one. */
  readonly runs: readonly MaintenanceRun[];
}

export async function readOperationsFigures(db: Queryable): Promise<OperationsFigures> {
  const [figures, low, runs, outbox] = await Promise.all([
    operationsStore.figures.one(db),
    readLowStock(db),
    operationsStore.newestRuns.all(db),
    readOutboxFigures(db),
  ]);
  return {
    salesLastHour: figures.salesLastHour,
    oldestPendingSeconds: {
      recharge: figures.oldestRechargeSeconds,
      free_fire: figures.oldestFreeFireSeconds,
      account: figures.oldestAccountSeconds,
      audit_trail_seal: figures.oldestUnsealedSeconds,
    },
    trailPosition: figures.trailPosition,
    outbox,
    lowStock: low.map(({ productName, offerName, stock }) => ({
      product: productName,
      offer: offerName,
      stock,
    })),
    runs,
  };
}

/** Keeps the result of a backup or an audit for the figures. */
export const recordMaintenanceRun = (
  db: Queryable,
  run: Pick<MaintenanceRun, 'kind' | 'succeeded' | 'figures'>,
): Promise<number> => operationsStore.record.run(db, run.kind, run.succeeded, JSON.stringify(run.figures));

/** The newest backup or audit, if there was one. */
export const newestRun = async (
  db: Queryable,
  kind: MaintenanceRun['kind'],
): Promise<MaintenanceRun | undefined> =>
  (await operationsStore.newestRuns.all(db)).find((run) => run.kind === kind);
