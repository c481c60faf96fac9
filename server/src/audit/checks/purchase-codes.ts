import { check } from '../check.ts';

/** Each purchase has as many codes of its offer, sold to its buyer at its price, as were paid for. */
export const purchaseCodesCheck = check(
  'purchaseCodes',
  `SELECT p.id AS subject, p.quantity AS expected, coalesce(c.n, 0) AS found
     FROM purchases p
     LEFT JOIN (
       SELECT c.purchase_id, count(*) AS n
         FROM codes c JOIN purchases x ON x.id = c.purchase_id AND x.offer_id = c.offer_id AND x.user_id = c.sold_to
          AND x.unit_price = c.sale_price
        WHERE c.status = 'sold' GROUP BY c.purchase_id
     ) c ON c.purchase_id = p.id
    WHERE coalesce(c.n, 0) <> p.quantity`,
);
