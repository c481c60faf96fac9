import { check } from '../check.ts';

/** An approved recharge request has exactly one credit, of its account and amount; any other has none. */
export const approvedRequest = check(
  'approvedRequest',
  `SELECT r.id AS subject, (r.status = 'approved')::int AS expected, count(l.id) AS found
     FROM recharge_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.type = 'credit' AND l.user_id = r.user_id
      AND l.amount = r.amount AND l.metadata ->> 'source' = 'admin_recharge'
    GROUP BY r.id HAVING count(l.id) <> (r.status = 'approved')::int`,
);
