import { dayOf, dayStart } from '../../database/sql-text.ts';
import { monthOf } from '../../modules/statements/month-entries.ts';
import { isAdjustment } from '../../money/post-entry.ts';
import { check } from '../check.ts';

/* Balances and the chain of the ledger. */

/** Each balance is the sum of the ledger entries of its account. */
export const balance = check(
  'balance',
  `SELECT u.email AS subject, coalesce(l.total, 0) AS expected, u.balance AS found
     FROM users u
     LEFT JOIN (SELECT user_id, sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) AS total
                  FROM ledger GROUP BY user_id) l ON l.user_id = u.id
    WHERE u.balance <> coalesce(l.total, 0)`,
);

/** Each entry starts at the balance after the previous entry of its account, the first at 0. */
export const ledgerChain = check(
  'ledgerChain',
  `SELECT id AS subject, start AS expected, balance_before AS found
     FROM (SELECT id, balance_before,
                  coalesce(lag(balance_after) OVER (PARTITION BY user_id ORDER BY id), 0) AS start FROM ledger) l
    WHERE balance_before <> start`,
);

/** Each entry has a source, and belongs to an account and to a transaction of that account. */
export const ledgerOrphan = check(
  'ledgerOrphan',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l
     LEFT JOIN users u ON u.id = l.user_id
     LEFT JOIN transactions t ON t.id = l.transaction_id AND t.user_id = l.user_id
    WHERE u.id IS NULL OR t.id IS NULL OR l.metadata ->> 'source' IS NULL`,
);

/** The sums of the days, from which reports are read, have each entry up to the last one that they counted, once. */
export const dayTotals = check(
  'dayTotals',
  `SELECT to_char(coalesce(d.day, l.day), 'YYYY-MM-DD') AS subject, coalesce(l.entries, 0) AS expected,
          coalesce(d.entries, 0) AS found
     FROM (SELECT day, sum(entries) AS entries, sum(credits) AS credits, sum(debits) AS debits FROM ledger_days GROUP BY day) d
     FULL JOIN (SELECT ${dayOf('created_at')} AS day, count(*) AS entries, coalesce(sum(amount) FILTER (WHERE type = 'credit'), 0) AS credits,
                       coalesce(sum(amount) FILTER (WHERE type = 'debit'), 0) AS debits
                  FROM ledger WHERE id <= (SELECT ledger_id FROM ledger_days_until) GROUP BY 1) l ON l.day = d.day
    WHERE (l.entries, l.credits, l.debits) IS DISTINCT FROM (d.entries, d.credits, d.debits)`,
);

/**
 * Entries that no transaction of their own records are either corrections, which are debits, or refunds of Free Fire requests and of
 * claimed codes, which are credits. `freeFireRefund` and `claimCredit` check the amounts of refunds.
 */
export const adjustmentEntry = check(
  'adjustmentEntry',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l LEFT JOIN free_fire_requests r ON r.transaction_id = l.transaction_id
    WHERE l.${isAdjustment}
      AND NOT CASE l.metadata ->> 'source' WHEN 'admin_debit' THEN l.type = 'debit'
                                           WHEN 'freefire_refund' THEN l.type = 'credit' AND r.id IS NOT NULL
                                           WHEN 'claim_refund' THEN l.type = 'credit' ELSE false END`,
);

/** The corrections of a transaction together do not exceed its amount (AMB-93). */
export const correctionTotal = check(
  'correctionTotal',
  `SELECT t.id AS subject, t.amount AS expected, sum(l.amount) AS found
     FROM ledger l JOIN transactions t ON t.id = l.transaction_id
    WHERE l.${isAdjustment} AND l.metadata ->> 'source' = 'admin_debit'
    GROUP BY t.id, t.amount HAVING sum(l.amount) > t.amount`,
);

/**
 * Each closed month starts at the closing before it, ends at the balance of its last entry, and has the entries after the last one of the
 * month before; no entry of an ended month is left without a closed one. An entry behind one of the running month belongs to that month,
 * whatever its time is.
 */
export const monthClosing = check(
  'monthClosing',
  // A closed month is a row behind its last entry: of each entry, the nearest one at or after it is its month.
  `WITH closed_until AS MATERIALIZED (SELECT (SELECT month FROM ledger_months_until WHERE after_user IS NULL) AS month),
   x AS (
     SELECT user_id, id, NULL::date AS month, type, amount, created_at FROM ledger
     UNION ALL SELECT user_id, last_entry_id, month, NULL, NULL, NULL FROM ledger_months
   ), y AS (
     SELECT *, min(month) OVER (PARTITION BY user_id ORDER BY id DESC, month IS NULL ROWS UNBOUNDED PRECEDING) AS closed,
            max(month) OVER (PARTITION BY user_id) AS newest,
            min(id) FILTER (WHERE created_at >= ${dayStart('(SELECT month FROM closed_until)')}) OVER (PARTITION BY user_id) AS running
       FROM x
   ), s AS (
     SELECT user_id, closed, count(amount) AS entries, coalesce(sum(amount) FILTER (WHERE type = 'credit'), 0) AS credits,
            coalesce(sum(amount) FILTER (WHERE type = 'debit'), 0) AS debits,
            count(*) FILTER (WHERE ${monthOf('created_at')} > closed) AS late,
            count(*) FILTER (WHERE closed IS NULL AND created_at < ${dayStart('(SELECT month FROM closed_until)')}
                               AND id < coalesce(running, id + 1)
                               AND newest IS DISTINCT FROM ((SELECT month FROM closed_until) - interval '1 month')::date) AS missing
       FROM y GROUP BY user_id, closed
   ), m AS (
     SELECT user_id || ' ' || to_char(month, 'YYYY-MM') AS subject, *,
            lag(closing::bigint, 1, 0::bigint) OVER (PARTITION BY user_id ORDER BY month) AS start
       FROM ledger_months
   )
   SELECT subject, start AS expected, opening AS found FROM m WHERE opening <> start
   UNION ALL
   SELECT m.subject, coalesce(l.balance_after, 0), m.closing
     FROM m LEFT JOIN ledger l ON l.id = m.last_entry_id AND l.user_id = m.user_id
    WHERE l.balance_after IS DISTINCT FROM m.closing
   UNION ALL
   SELECT m.subject, s.credits - s.debits, m.credits - m.debits
     FROM m JOIN s ON s.user_id = m.user_id AND s.closed = m.month
    WHERE s.entries <> m.entries OR s.credits <> m.credits OR s.debits <> m.debits OR s.late > 0
   UNION ALL
   SELECT user_id || ' ' || to_char((SELECT month FROM closed_until), 'YYYY-MM'), 0, missing FROM s WHERE missing > 0`,
);
