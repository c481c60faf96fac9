import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';

/** An entry gets its number before its commit; every commit follows sooner than this. */
const committedWithin = '5 minutes';

/** The range of at most `$1` ledger entries to copy next. */
const nextRange = statement<[limit: number], { from: number; until: number | null }>(
  'accounts.sort-values-next',
  `SELECT f.id AS "from",
          (SELECT max(n.id) FROM (
             SELECT l.id FROM ledger l WHERE l.id > f.id AND l.id <= coalesce(
               (SELECT s.id FROM ledger s WHERE s.created_at < clock_timestamp() - interval '${committedWithin}'
                 ORDER BY s.id DESC LIMIT 1), 0)
              ORDER BY l.id LIMIT $1) n) AS until
     FROM (SELECT coalesce((SELECT ledger_id FROM account_standings_until), 0) AS id) f`,
);
const copy = statement<[from: number, until: number]>(
  'accounts.sort-values-copy',
  `UPDATE account_standings a SET sorted_balance = u.balance,
          last_activity = activity_milliseconds(u.last_recharge, u.last_purchase)
     FROM users u
    WHERE u.id = a.user_id AND a.user_id IN (SELECT l.user_id FROM ledger l WHERE l.id > $1 AND l.id <= $2)`,
);
const recordProgress = statement<[until: number]>(
  'accounts.sort-values-until',
  `INSERT INTO account_standings_until (ledger_id) VALUES ($1)
   ON CONFLICT (only_row) DO UPDATE SET ledger_id = excluded.ledger_id`,
);
/** Entries per transaction. */
const entriesPerBatch = 5_000;

/**
 * Copies the balances that the ledger has changed to account_standings, by which accounts are sorted. Lists are exact
 * without it, but slow down with the number of changes since. @returns `limit` while there is more, else 0
 */
export async function copyAccountSortKeys(tx: DbTransaction, limit: number): Promise<number> {
  const { from, until } = await nextRange.one(tx, entriesPerBatch);
  if (until === null) return 0;
  await copy.run(tx, from, until);
  await recordProgress.run(tx, until);
  return until - from >= entriesPerBatch ? limit : 0;
}
