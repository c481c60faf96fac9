import { check } from '../check.ts';

/** A balance is the sum of its account's ledger. */
export const balance = check(
  'balance',
  `SELECT u.email AS subject, coalesce(l.total, 0) AS expected, u.balance AS found
     FROM users u
     LEFT JOIN (SELECT user_id, sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) AS total
                  FROM ledger GROUP BY user_id) l ON l.user_id = u.id
    WHERE u.balance <> coalesce(l.total, 0)`,
);
