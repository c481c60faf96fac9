import { check } from '../check.ts';

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
        WHERE l.metadata ->> 'source' = CASE x.type WHEN 'recharge' THEN 'admin_recharge' WHEN 'purchase' THEN 'purchase'
                                          ELSE 'freefire_request' END
        GROUP BY l.transaction_id
     ) l ON l.transaction_id = t.id
    WHERE coalesce(l.same, 0) <> 1 OR l.all <> 1`,
);
