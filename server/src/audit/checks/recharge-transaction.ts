import { check } from '../check.ts';

/** Each recharge record has its transaction, of the same account and amount. */
export const rechargeTransaction = check(
  'rechargeTransaction',
  `SELECT r.id AS subject, 1 AS expected, 0 AS found
     FROM recharges r
     LEFT JOIN transactions t
       ON t.id = r.transaction_id AND t.type = 'recharge' AND t.user_id = r.user_id AND t.amount = r.amount
    WHERE t.id IS NULL`,
);
