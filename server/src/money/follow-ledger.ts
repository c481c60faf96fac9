import { type Statement, statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';

/** An entry gets its number before its commit; every commit follows sooner than this. */
const committedWithin = '5 minutes';
/** Entries per transaction. */
const entriesPerBatch = 5_000;

/**
 * A job that applies the entries of the ledger in their order, each once, and keeps in the only row of the table `progress` up to which.
 * @returns a batch of it, which returns `limit` while there is more, else 0
 */
export function followLedger(
  name: string,
  progress: string,
  apply: Statement<[from: number, until: number], object>,
): (tx: DbTransaction, limit: number) => Promise<number> {
  const nextRange = statement<[limit: number], { from: number; until: number | null }>(
    `${name}-next`,
    `SELECT f.id AS "from",
            (SELECT max(n.id) FROM (
               SELECT l.id FROM ledger l WHERE l.id > f.id AND l.id <= coalesce(
                 (SELECT s.id FROM ledger s WHERE s.created_at < clock_timestamp() - interval '${committedWithin}'
                   ORDER BY s.id DESC LIMIT 1), 0)
                ORDER BY l.id LIMIT $1) n) AS until
       FROM (SELECT coalesce((SELECT ledger_id FROM ${progress}), 0) AS id) f`,
  );
  const recordProgress = statement<[until: number]>(
    `${name}-until`,
    `INSERT INTO ${progress} (ledger_id) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET ledger_id = excluded.ledger_id`,
  );
  return async (tx, limit) => {
    const { from, until } = await nextRange.one(tx, entriesPerBatch);
    if (until === null) return 0;
    await apply.run(tx, from, until);
    await recordProgress.run(tx, until);
    return until - from >= entriesPerBatch ? limit : 0;
  };
}
