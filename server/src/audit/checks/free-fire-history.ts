import { check } from '../check.ts';

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
