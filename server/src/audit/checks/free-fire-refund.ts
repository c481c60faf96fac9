import { check } from '../check.ts';

/** A refused Free Fire request has exactly one refund of its amount; any other has none. */
export const freeFireRefund = check(
  'freeFireRefund',
  `SELECT r.id AS subject, (r.status = 'refused')::int AS expected, count(l.id) AS found
     FROM free_fire_requests r
     LEFT JOIN ledger l ON l.transaction_id = r.transaction_id AND l.metadata ->> 'source' = 'freefire_refund'
    GROUP BY r.id
   HAVING count(l.id) <> (r.status = 'refused')::int
       OR count(l.id) <> count(l.id) FILTER (WHERE l.type = 'credit' AND l.user_id = r.user_id AND l.amount = r.amount)`,
);
