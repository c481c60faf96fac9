import { isAdjustment } from '../../money/post-entry.ts';
import { check } from '../check.ts';

/* Claims for refused codes. */

/** Each credited claim is one credit of the ledger, of the price of its code, and each credit of this source one claim. */
export const claimCredit = check(
  'claimCredit',
  `SELECT coalesce(l.id, c.ledger_id) AS subject, coalesce(c.unit_price, 0) AS expected, coalesce(l.amount, 0) AS found
     FROM (SELECT c.*, p.unit_price, p.transaction_id
             FROM claims c LEFT JOIN purchases p ON p.id = c.purchase_id WHERE c.status = 'credited') c
     FULL JOIN (SELECT * FROM ledger WHERE ${isAdjustment} AND metadata ->> 'source' = 'claim_refund') l ON l.id = c.ledger_id
    WHERE c.id IS NULL OR l.id IS NULL OR l.type <> 'credit' OR l.amount <> c.unit_price OR l.user_id <> c.user_id
       OR l.transaction_id <> c.transaction_id`,
);

/** A claim is about a code of a purchase of its account; its replacement is another code, not sold before it, of this purchase. */
export const claimReplacement = check(
  'claimReplacement',
  `SELECT c.id AS subject, 1 AS expected, 0 AS found
     FROM claims c
     LEFT JOIN purchases p ON p.id = c.purchase_id AND p.user_id = c.user_id
     LEFT JOIN codes k ON k.id = c.code_id AND k.purchase_id = c.purchase_id
     LEFT JOIN codes r ON r.id = c.replacement_code_id AND r.purchase_id = c.purchase_id AND r.id <> c.code_id AND r.sold_at >= k.sold_at
    WHERE p.id IS NULL OR k.id IS NULL OR (c.status = 'replaced' AND r.id IS NULL)`,
);

/** What was credited for the codes of a purchase does not exceed what was paid for it. */
export const claimTotal = check(
  'claimTotal',
  `SELECT p.id AS subject, p.total_cost AS expected, sum(l.amount) AS found
     FROM claims c JOIN ledger l ON l.id = c.ledger_id JOIN purchases p ON p.id = c.purchase_id
    GROUP BY p.id, p.total_cost HAVING sum(l.amount) > p.total_cost`,
);
