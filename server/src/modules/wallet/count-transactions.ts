import { dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';

/** The status that a transaction `t` shows: that of a Free Fire entry is kept beside it (migration 0024). */
export const shownStatus = `CASE WHEN t.type IN ('freefire', 'freefire_request')
  THEN (SELECT e.status FROM free_fire_entries e WHERE e.id = t.id) ELSE t.status END`;

/**
 * Counted only when it is older than this: a transaction is dated before its commit, which no call delays that long
 * (statements end after 3 s, idle transactions after 30 s).
 */
const settledAfter = '5 minutes';

/** Waits for decisions under way, and lets none begin while it counts. No statement of this kind can be prepared. */
const waitForDecisions = { text: 'LOCK TABLE transaction_counts IN SHARE ROW EXCLUSIVE MODE' };
/**
 * A clock that was ahead has left a time that has not come yet: until then nothing would be counted, nor be seen as recent. The days
 * since yesterday are counted again.
 */
const countAgain = statement<[]>(
  'wallet.count-again',
  `WITH ahead AS (
     UPDATE transaction_counts_until SET counted_to = ${dayStart(`${dayOf('clock_timestamp()')} - 1`)}
      WHERE counted_to > clock_timestamp() RETURNING counted_to)
   DELETE FROM transaction_counts c USING ahead WHERE c.day >= ${dayOf('ahead.counted_to')}`,
);
/** From where counting goes on, and to where: the end of that day in Algiers, or what is settled. */
const nextStretch = statement<[], { from: string | null; until: string; isLast: boolean }>(
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
const countStretch = statement<[from: string, until: string]>(
  'wallet.count-entries',
  `INSERT INTO transaction_counts (day, type, status, entries)
   SELECT ${dayOf('t.created_at')}, t.type, ${shownStatus}, count(*) FROM transactions t
    WHERE t.created_at >= $1::timestamptz AND t.created_at < $2::timestamptz GROUP BY 1, 2, 3
   ON CONFLICT (day, type, status) DO UPDATE SET entries = transaction_counts.entries + excluded.entries`,
);
const noteCounted = statement<[until: string]>(
  'wallet.counted-to',
  `INSERT INTO transaction_counts_until (counted_to) VALUES ($1::timestamptz)
   ON CONFLICT (only_row) DO UPDATE SET counted_to = greatest(transaction_counts_until.counted_to, excluded.counted_to)`,
);

/**
 * Counts the transactions of one more day, or what was added to this one; lists count only what came since.
 * @returns `limit` while there is more to count
 */
export async function countTransactions(tx: DbTransaction, limit: number): Promise<number> {
  await tx.query(waitForDecisions);
  await countAgain.run(tx);
  const { from, until, isLast } = await nextStretch.one(tx);
  if (from !== null) await countStretch.run(tx, from, until);
  await noteCounted.run(tx, until);
  return isLast ? 0 : limit;
}
