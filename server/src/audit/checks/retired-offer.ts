import { check } from '../check.ts';

/** A removed offer, or an offer of a removed product, has no code left to sell (AMB-11). */
export const retiredOffer = check(
  'retiredOffer',
  `SELECT o.id AS subject, 0 AS expected, count(*) AS found
     FROM offers o JOIN products p ON p.id = o.product_id JOIN codes c ON c.offer_id = o.id AND c.status <> 'sold'
    WHERE o.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL GROUP BY o.id`,
);
