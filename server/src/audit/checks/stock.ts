import { check } from '../check.ts';

/** The stock of an offer is the number of its codes that are not sold; a reserved code counts. */
export const stock = check(
  'stock',
  `SELECT o.id AS subject, coalesce(c.n, 0) AS expected, coalesce(s.n, 0) AS found
     FROM offers o
     LEFT JOIN (SELECT offer_id, sum(quantity) AS n FROM offer_stock GROUP BY offer_id) s ON s.offer_id = o.id
     LEFT JOIN (SELECT offer_id, count(*) AS n FROM codes WHERE status <> 'sold' GROUP BY offer_id) c
       ON c.offer_id = o.id
    WHERE coalesce(c.n, 0) <> coalesce(s.n, 0)`,
);
