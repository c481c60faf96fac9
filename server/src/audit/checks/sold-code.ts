import { check } from '../check.ts';

/** Each sold code belongs to a purchase, and only a sold one does. */
export const soldCode = check(
  'soldCode',
  `SELECT c.id AS subject, (c.status = 'sold')::int AS expected, (p.id IS NOT NULL)::int AS found
     FROM codes c LEFT JOIN purchases p ON p.id = c.purchase_id
    WHERE (c.status = 'sold') <> (p.id IS NOT NULL)`,
);
