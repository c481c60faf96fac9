import { check } from '../check.ts';

/* Free Fire requests, their ledger entries and their history. */

/** Each Free Fire request, pending or not, has exactly one debit of its account and amount. */
export const freeFireDebit = check(
  'freeFireDebit',
  `SELECT r.id AS subject, 1 AS expected, count(l.id) AS found
     FROM free_fire_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.related_transaction_id = r.id AND l.type = 'debit'
      AND l.user_id = r.user_id AND l.amount = r.amount AND l.metadata ->> 'source' = 'freefire_request'
    GROUP BY r.id HAVING count(l.id) <> 1`,
);

/** A refused Free Fire request has exactly one refund of its amount; any other has none. */
export const freeFireRefund = check(
  'freeFireRefund',
  `SELECT r.id AS subject, (r.status = 'refused')::int AS expected, count(l.id) AS found
     FROM free_fire_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.metadata ->> 'source' = 'freefire_refund'
    GROUP BY r.id, r.status
   HAVING count(l.id) <> (r.status = 'refused')::int
       OR count(l.id) <> count(l.id) FILTER (WHERE l.type = 'credit' AND l.user_id = r.user_id AND l.amount = r.amount)`,
);

/** A validated Free Fire request has its history record and a completed transaction; any other has neither. */
export const freeFireHistory = check(
  'freeFireHistory',
  `SELECT r.id AS subject, (r.status = 'validated')::int AS expected,
          CASE WHEN r.status = 'validated' THEN least((h.id IS NOT NULL)::int, (t.status = 'completed')::int)
               ELSE greatest((h.id IS NOT NULL)::int, (t.status = 'completed')::int) END AS found
     FROM free_fire_requests r
     LEFT JOIN free_fire_history h
       ON h.request_id = r.id AND h.status = 'success' AND h.user_id = r.user_id AND h.price = r.amount
     JOIN transactions t ON t.id = r.transaction_id
    WHERE (r.status = 'validated') <> (h.id IS NOT NULL) OR (r.status = 'validated') <> (t.status = 'completed')`,
);

/** The stored totals of delivered top-ups are those of the history. */
export const freeFireTotals = check(
  'freeFireTotals',
  `SELECT h.n AS subject, h.amount AS expected, t.amount AS found
     FROM (SELECT count(*) AS n, coalesce(sum(price), 0) AS amount FROM free_fire_history WHERE status = 'success') h
     CROSS JOIN (SELECT coalesce(sum(recharges), 0) AS n, coalesce(sum(amount), 0) AS amount FROM free_fire_totals) t
    WHERE h.n <> t.n OR h.amount <> t.amount`,
);
