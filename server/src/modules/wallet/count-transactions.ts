import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';

/** The status shown for a transaction `t`; that of a Free Fire entry is in free_fire_entries. */
export const displayStatus = `CASE WHEN t.type IN ('freefire', 'freefire_request')
  THEN (SELECT e.status FROM free_fire_entries e WHERE e.id = t.id) ELSE t.status END`;

/**
 * A transaction is counted when it is older than this: it gets its time before its commit, which follows sooner (statements end after
 * 3 s, idle transactions after 30 s).
 */
const settledAfter = '5 minutes';

/** Waits for uncommitted decisions, and blocks new ones while it counts. PostgreSQL cannot prepare a LOCK TABLE. */
const waitForDecisions = { text: 'LOCK TABLE transaction_counts IN SHARE ROW EXCLUSIVE MODE' };
/**
 * A run sets `counted_to` to `settledAfter` before its time. A later one tells that the clock was ahead: transactions of the right time
 * before it would neither be counted nor read as recent. The days since yesterday are then counted again. The minute is tolerance.
 */
const countAgain = statement<[]>(
  'wallet.count-again',
  `WITH ahead AS (
     UPDATE transaction_counts_until SET counted_to = ${dayStart(`${dayOf('clock_timestamp()')} - 1`)}
      WHERE counted_to > clock_timestamp() - interval '${settledAfter}' + interval '1 minute' RETURNING counted_to)
   DELETE FROM transaction_counts c USING ahead WHERE c.day >= ${dayOf('ahead.counted_to')}`,
);
/** The next range to count: from the oldest uncounted transaction to the end of its day in Algiers, or to `settledAfter` ago. */
const nextRange = statement<[], { from: string | null; until: string; isLast: boolean }>(
  'wallet.count-stretch',
  `SELECT f.at AS "from", least(f.day_end, f.settled) AS until, f.day_end IS NULL OR f.day_end >= f.settled AS "isLast"
     FROM (SELECT n.at, s.settled,
                  ${dayStart(`${dayOf('n.at')} + 1`)} AS day_end
             FROM (SELECT date_trunc('milliseconds', clock_timestamp()) - interval '${settledAfter}' AS settled) s
             LEFT JOIN LATERAL (
               SELECT t.created_at AS at FROM transactions t
                WHERE t.created_at < s.settled
                  AND t.created_at >= coalesce((SELECT counted_to FROM transaction_counts_until), '-infinity')
                ORDER BY t.created_at, t.id LIMIT 1) n ON true) f`,
);
const countRange = statement<[from: string, until: string]>(
  'wallet.count-entries',
  `INSERT INTO transaction_counts (day, type, status, entries)
   SELECT ${dayOf('t.created_at')}, t.type, ${displayStatus}, count(*) FROM transactions t
    WHERE t.created_at >= $1::timestamptz AND t.created_at < $2::timestamptz GROUP BY 1, 2, 3
   ON CONFLICT (day, type, status) DO UPDATE SET entries = transaction_counts.entries + excluded.entries`,
);
const recordCounted = statement<[until: string]>(
  'wallet.counted-to',
  `INSERT INTO transaction_counts_until (counted_to) VALUES ($1::timestamptz)
   ON CONFLICT (only_row) DO UPDATE SET counted_to = greatest(transaction_counts_until.counted_to, excluded.counted_to)`,
);

/**
 * Counts the transactions of the next day, or the new ones of today; lists then count only the later ones.
 * @returns `limit` while there is more to count, else 0
 */
export async function countTransactions(tx: DbTransaction, limit: number): Promise<number> {
  await tx.query(waitForDecisions);
  await countAgain.run(tx);
  const { from, until, isLast } = await nextRange.one(tx);
  if (from !== null) await countRange.run(tx, from, until);
  await recordCounted.run(tx, until);
  return isLast ? 0 : limit;
}
