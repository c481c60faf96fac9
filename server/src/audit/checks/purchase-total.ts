import { check } from '../check.ts';

/** The total of a purchase is its quantity times its unit price. */
export const purchaseTotal = check(
  'purchaseTotal',
  `SELECT id AS subject, quantity * unit_price AS expected, total_cost AS found
     FROM purchases WHERE total_cost <> quantity * unit_price`,
);
