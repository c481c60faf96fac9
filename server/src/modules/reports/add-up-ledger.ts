import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';

/** An entry gets its number before its commit; every commit follows sooner than this. */
const committedWithin = '5 minutes';
/** Entries per transaction. */
const entriesPerBatch = 5_000;

const nextRange = statement<[limit: number], { from: number; until: number | null }>(
  'reports.next-entries',
  `SELECT f.id AS "from",
          (SELECT max(n.id) FROM (
             SELECT l.id FROM ledger l WHERE l.id > f.id AND l.id <= coalesce(
               (SELECT s.id FROM ledger s WHERE s.created_at < clock_timestamp() - interval '${committedWithin}'
                 ORDER BY s.id DESC LIMIT 1), 0)
              ORDER BY l.id LIMIT $1) n) AS until
     FROM (SELECT coalesce((SELECT ledger_id FROM ledger_days_until), 0) AS id) f`,
);

/** SQL: the sums of the ledger entries with an id in this range, by day, source and method: that of the request, if a recharge had one. */
export const sumsByDay = (range: string): string => `
  SELECT ${dayOf('l.created_at')} AS day, coalesce(l.metadata ->> 'source', '') AS source,
         CASE l.metadata ->> 'source' WHEN 'admin_recharge' THEN coalesce(r.method, 'manual_admin') ELSE '' END AS method,
         count(*) AS entries, coalesce(sum(l.amount) FILTER (WHERE l.type = 'credit'), 0)::bigint AS credits,
         coalesce(sum(l.amount) FILTER (WHERE l.type = 'debit'), 0)::bigint AS debits
    FROM ledger l LEFT JOIN recharge_requests r ON r.transaction_id = l.transaction_id AND l.metadata ->> 'source' = 'admin_recharge'
   WHERE ${range} GROUP BY 1, 2, 3`;

const add = statement<[from: number, until: number]>(
  'reports.add-entries',
  `INSERT INTO ledger_days AS d (day, source, method, entries, credits, debits)
   ${sumsByDay('l.id > $1 AND l.id <= $2')}
   ON CONFLICT (day, source, method) DO UPDATE
     SET entries = d.entries + EXCLUDED.entries, credits = d.credits + EXCLUDED.credits, debits = d.debits + EXCLUDED.debits`,
);
const recordProgress = statement<[until: number]>(
  'reports.entries-until',
  `INSERT INTO ledger_days_until (ledger_id) VALUES ($1)
   ON CONFLICT (only_row) DO UPDATE SET ledger_id = EXCLUDED.ledger_id`,
);

/**
 * Adds the entries of the ledger to the sums of their days, each entry once. A report reads the few newer ones from the ledger itself.
 * @returns `limit` while there is more, else 0
 */
export async function addUpLedger(tx: DbTransaction, limit: number): Promise<number> {
  const { from, until } = await nextRange.one(tx, entriesPerBatch);
  if (until === null) return 0;
  await add.run(tx, from, until);
  await recordProgress.run(tx, until);
  return until - from >= entriesPerBatch ? limit : 0;
}
