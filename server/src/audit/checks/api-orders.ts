import { check } from '../check.ts';

/** Every order of a program has its purchase, of the same account: its reference answers the codes of that purchase for ever. */
export const apiOrder = check(
  'apiOrder',
  `SELECT o.purchase_id AS subject, 1 AS expected, 0 AS found
     FROM api_orders o LEFT JOIN purchases p ON p.id = o.purchase_id AND p.user_id = o.user_id WHERE p.id IS NULL`,
);
