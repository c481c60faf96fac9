import { check } from '../check.ts';

/** Each Free Fire request, pending or not, has exactly one debit of its account and amount. */
export const freeFireDebit = check(
  'freeFireDebit',
  `SELECT r.id AS subject, 1 AS expected, count(l.id) AS found
     FROM free_fire_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.related_transaction_id = r.id AND l.type = 'debit'
      AND l.user_id = r.user_id AND l.amount = r.amount AND l.metadata ->> 'source' = 'freefire_request'
    GROUP BY r.id HAVING count(l.id) <> 1`,
);
