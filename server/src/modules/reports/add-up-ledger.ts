import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { followLedger } from '../../money/follow-ledger.ts';

/** SQL: what moved the balance by the entry `l`, and by which method a recharge came: that of its request `r`, if it had one. */
export const sourceOf = `coalesce(l.metadata ->> 'source', '')`;
export const methodOf = `CASE l.metadata ->> 'source' WHEN 'admin_recharge' THEN coalesce(r.method, 'manual_admin') ELSE '' END`;

/** SQL: the sums of the ledger entries with an id in this range, by day, source and method. */
export const sumsByDay = (range: string): string => `
  SELECT ${dayOf('l.created_at')} AS day, ${sourceOf} AS source,
         ${methodOf} AS method,
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

/** Adds the entries of the ledger to the sums of their days, each entry once. A report reads the few newer ones from the ledger itself. */
export const addUpLedger = followLedger('reports.entries', 'ledger_days_until', add);
