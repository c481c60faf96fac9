import { check } from '../check.ts';

/** Each transaction has the one record that it tells of: a recharge, a purchase or a Free Fire request. */
export const transactionRecord = check(
  'transactionRecord',
  `SELECT t.id AS subject, 1 AS expected, coalesce(r.n, 0) AS found
     FROM transactions t
     LEFT JOIN (
       SELECT kind, transaction_id, count(*) AS n
         FROM (SELECT 'recharge' AS kind, transaction_id FROM recharges
               UNION ALL SELECT 'purchase', transaction_id FROM purchases
               UNION ALL SELECT 'freefire', transaction_id FROM free_fire_requests) records
        GROUP BY kind, transaction_id
     ) r ON r.transaction_id = t.id AND r.kind = replace(t.type, 'freefire_request', 'freefire')
    WHERE coalesce(r.n, 0) <> 1`,
);
