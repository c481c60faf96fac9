import { check } from '../check.ts';

/** Who sold, sent or showed for a reseller is a cashier of that reseller. */
export const staffOwner = check(
  'staffOwner',
  `SELECT s.id AS subject, 1 AS expected, 0 AS found
     FROM (SELECT id, user_id, staff_id FROM purchases WHERE staff_id IS NOT NULL
           UNION ALL SELECT id, user_id, staff_id FROM free_fire_requests WHERE staff_id IS NOT NULL
           UNION ALL SELECT d.purchase_id, p.user_id, d.staff_id FROM disclosures d JOIN purchases p ON p.id = d.purchase_id
                      WHERE d.staff_id IS NOT NULL) s
     LEFT JOIN staff t ON t.id = s.staff_id AND t.owner_id = s.user_id
    WHERE t.id IS NULL`,
);

/** A drawer was closed with as many sales as carry its number. */
export const tillSales = check(
  'tillSales',
  `SELECT c.id AS subject, coalesce(s.n, 0) AS expected, c.sales AS found
     FROM till_closes c
     LEFT JOIN (SELECT staff_id, till, count(*) AS n
                  FROM (SELECT staff_id, till FROM purchases WHERE staff_id IS NOT NULL
                        UNION ALL SELECT staff_id, till FROM free_fire_requests WHERE staff_id IS NOT NULL) sold
                 GROUP BY staff_id, till) s ON s.staff_id = c.staff_id AND s.till = c.till
    WHERE coalesce(s.n, 0) <> c.sales`,
);
