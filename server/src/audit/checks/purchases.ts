import { check } from '../check.ts';

/* Purchases, their transactions and codes. */

/** Each purchase has a completed transaction of the same account and total, and a debit that refers to it. */
export const purchaseTransaction = check(
  'purchaseTransaction',
  `SELECT p.id AS subject, 1 AS expected, 0 AS found
     FROM purchases p
     LEFT JOIN transactions t
       ON t.id = p.transaction_id AND t.type = 'purchase' AND t.status = 'completed' AND t.user_id = p.user_id AND t.amount = p.total_cost
     LEFT JOIN ledger l
       ON l.transaction_id = p.transaction_id AND l.related_transaction_id = p.id AND l.metadata ->> 'source' = 'purchase'
    WHERE t.id IS NULL OR l.id IS NULL`,
);

/** The total of a purchase is its quantity times its unit price. */
export const purchaseTotal = check(
  'purchaseTotal',
  `SELECT id AS subject, quantity * unit_price AS expected, total_cost AS found
     FROM purchases WHERE total_cost <> quantity * unit_price`,
);

/** Each purchase has as many codes as its quantity and its replacements, of its offer, sold to its buyer at its price. */
export const purchaseCodesCheck = check(
  'purchaseCodes',
  `SELECT p.id AS subject, p.quantity + coalesce(r.n, 0) AS expected, coalesce(c.n, 0) AS found
     FROM purchases p
     LEFT JOIN (SELECT purchase_id, count(*) AS n FROM claims WHERE replacement_code_id IS NOT NULL GROUP BY purchase_id) r
       ON r.purchase_id = p.id
     LEFT JOIN (
       SELECT c.purchase_id, count(*) AS n
         FROM codes c JOIN purchases x ON x.id = c.purchase_id AND x.offer_id = c.offer_id AND x.user_id = c.sold_to
          AND x.unit_price = c.sale_price
        WHERE c.status = 'sold' GROUP BY c.purchase_id
     ) c ON c.purchase_id = p.id
    WHERE coalesce(c.n, 0) <> p.quantity + coalesce(r.n, 0)`,
);

/** The disclosures of a purchase are numbered from 1 without gaps, separately for each kind: an original, then duplicates. */
export const disclosureNumber = check(
  'disclosureNumber',
  `SELECT purchase_id AS subject, count(*) AS expected, max(number) AS found
     FROM disclosures GROUP BY purchase_id, kind
   HAVING max(number) <> count(*) OR count(DISTINCT number) <> count(*)`,
);

/** Each disclosure belongs to a purchase, and its user is the buyer or an administrator. */
export const disclosureAccount = check(
  'disclosureAccount',
  `SELECT d.purchase_id AS subject, 1 AS expected, 0 AS found
     FROM disclosures d
     LEFT JOIN purchases p ON p.id = d.purchase_id
     LEFT JOIN users u ON u.id = d.user_id AND (u.id = p.user_id OR u.role = 'admin')
    WHERE u.id IS NULL`,
);
