import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { monthEntries, monthOf } from './month-entries.ts';

/** Accounts of a batch: a month of each is read whole. */
const accountsPerBatch = 100;

// A month is final ten minutes after its end: an entry gets its time before its commit, which follows sooner.
const begin = statement<[], { month: string; afterUser: string | null }>(
  'statements.begin-closing',
  `INSERT INTO ledger_months_until AS u (month, after_user)
   SELECT ${monthOf("(clock_timestamp() - interval '10 minutes')")}, '00000000-0000-0000-0000-000000000000'
   ON CONFLICT (only_row) DO UPDATE
     SET month = greatest(u.month, EXCLUDED.month),
         after_user = CASE WHEN EXCLUDED.month > u.month THEN EXCLUDED.after_user ELSE u.after_user END
   RETURNING u.month::text AS month, u.after_user AS "afterUser"`,
);
const nextAccounts = statement<[after: string, limit: number], { id: string }>(
  'statements.next-accounts',
  'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2::int',
);
const close = statement<[userIds: readonly string[], before: string]>(
  'statements.close-months',
  `INSERT INTO ledger_months (user_id, month, last_entry_id, opening, closing, credits, debits, entries)
   SELECT u.id, e.month, max(e.id), (array_agg(e.balance_before ORDER BY e.id))[1],
          (array_agg(e.balance_after ORDER BY e.id DESC))[1],
          coalesce(sum(e.amount) FILTER (WHERE e.type = 'credit'), 0),
          coalesce(sum(e.amount) FILTER (WHERE e.type = 'debit'), 0), count(*)
     FROM unnest($1::uuid[]) u (id)
     LEFT JOIN LATERAL (SELECT m.last_entry_id, (m.month + interval '1 month')::date AS floor FROM ledger_months m
                         WHERE m.user_id = u.id ORDER BY m.month DESC LIMIT 1) c ON true
     CROSS JOIN LATERAL (${monthEntries({ user: 'u.id', after: 'coalesce(c.last_entry_id, 0)', floor: 'c.floor' })}) e
    WHERE e.month < $2::date
    GROUP BY u.id, e.month`,
);
const note = statement<[afterUser: string | null]>(
  'statements.note-closing',
  'UPDATE ledger_months_until SET after_user = $1::uuid',
);

/** Closes the ended months of some accounts, each month once. @returns `limit` while accounts are left, else 0 */
export async function closeMonths(tx: DbTransaction, limit: number): Promise<number> {
  const { month, afterUser } = await begin.one(tx);
  if (afterUser === null) return 0;
  const accounts = (await nextAccounts.all(tx, afterUser, accountsPerBatch)).map(({ id }) => id);
  await close.run(tx, accounts, month);
  await note.run(tx, accounts.at(-1) ?? null);
  return accounts.length > 0 ? limit : 0;
}
