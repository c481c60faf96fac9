import { check } from '../check.ts';

/* Transactions, their ledger entries and their records. */

/** Each transaction has exactly one entry of its own kind, of the same account, amount and balances. */
export const transactionEntry = check(
  'transactionEntry',
  `SELECT t.id AS subject, 1 AS expected, CASE WHEN coalesce(l.same, 0) <> 1 THEN coalesce(l.same, 0) ELSE l.all END AS found
     FROM transactions t
     LEFT JOIN (
       SELECT l.transaction_id, count(*) AS all,
              count(*) FILTER (WHERE l.user_id = x.user_id AND l.amount = x.amount AND l.balance_before = x.balance_before
                AND l.balance_after = x.balance_after
                AND l.type = CASE x.type WHEN 'recharge' THEN 'credit' ELSE 'debit' END) AS same
         FROM ledger l JOIN transactions x ON x.id = l.transaction_id
        WHERE l.metadata ->> 'source' = CASE x.type WHEN 'recharge' THEN CASE x.method WHEN 'advance' THEN 'advance' ELSE 'admin_recharge' END
                                        WHEN 'purchase' THEN 'purchase'
                                          ELSE 'freefire_request' END
        GROUP BY l.transaction_id
     ) l ON l.transaction_id = t.id
    WHERE coalesce(l.same, 0) <> 1 OR l.all <> 1`,
);

/** Each transaction belongs to exactly one record: a recharge, an advance, a purchase or a Free Fire request. */
export const transactionRecord = check(
  'transactionRecord',
  `SELECT t.id AS subject, 1 AS expected, coalesce(r.n, 0) AS found
     FROM transactions t
     LEFT JOIN (
       SELECT kind, transaction_id, count(*) AS n
         FROM (SELECT 'recharge' AS kind, transaction_id FROM recharges
               UNION ALL SELECT 'advance', transaction_id FROM receivable_entries WHERE kind = 'advance'
               UNION ALL SELECT 'purchase', transaction_id FROM purchases
               UNION ALL SELECT 'freefire', transaction_id FROM free_fire_requests) records
        GROUP BY kind, transaction_id
     ) r ON r.transaction_id = t.id AND r.kind = CASE WHEN t.method = 'advance' THEN 'advance' ELSE replace(t.type, 'freefire_request', 'freefire') END
    WHERE coalesce(r.n, 0) <> 1`,
);

/** Each recharge record has its completed transaction, of the same account and amount. */
export const rechargeTransaction = check(
  'rechargeTransaction',
  `SELECT r.id AS subject, 1 AS expected, 0 AS found
     FROM recharges r
     LEFT JOIN transactions t
       ON t.id = r.transaction_id AND t.type = 'recharge' AND t.status = 'completed' AND t.user_id = r.user_id AND t.amount = r.amount
    WHERE t.id IS NULL`,
);

/** An approved recharge request has exactly one credit, of its account and amount; any other has none. */
export const approvedRequest = check(
  'approvedRequest',
  `SELECT r.id AS subject, (r.status = 'approved')::int AS expected, count(l.id) AS found
     FROM recharge_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.type = 'credit' AND l.user_id = r.user_id
      AND l.amount = r.amount AND l.metadata ->> 'source' = 'admin_recharge'
    GROUP BY r.id, r.status HAVING count(l.id) <> (r.status = 'approved')::int`,
);

/** A proposed credit that a second person approved was made: its recharge is of the same account and amount. */
export const proposedCredit = check(
  'proposedCredit',
  `SELECT p.id AS subject, p.amount AS expected, coalesce(t.amount, 0) AS found
     FROM credit_proposals p LEFT JOIN transactions t ON t.id = p.transaction_id AND t.user_id = p.user_id AND t.type = 'recharge'
    WHERE p.outcome = 'approve' AND t.amount IS DISTINCT FROM p.amount`,
);
