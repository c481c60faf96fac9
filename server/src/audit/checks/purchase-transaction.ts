import { check } from '../check.ts';

/** Each purchase has its transaction, of the same account and total, and the debit that names it. */
export const purchaseTransaction = check(
  'purchaseTransaction',
  `SELECT p.id AS subject, 1 AS expected, 0 AS found
     FROM purchases p
     LEFT JOIN transactions t
       ON t.id = p.transaction_id AND t.type = 'purchase' AND t.user_id = p.user_id AND t.amount = p.total_cost
     LEFT JOIN ledger l
       ON l.transaction_id = p.transaction_id AND l.related_transaction_id = p.id AND l.metadata ->> 'source' = 'purchase'
    WHERE t.id IS NULL OR l.id IS NULL`,
);
