import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

const withheldByOffer = statement<[], { offer: string; count: number }>(
  'codes.withheld-by-offer',
  `SELECT p.name || ' - ' || o.name AS offer, count(*) AS count
     FROM withheld_codes w JOIN offers o ON o.id = w.offer_id JOIN products p ON p.id = o.product_id
    WHERE w.decision IS NULL GROUP BY o.id, p.name, o.name ORDER BY 1, o.id`,
);
/** How many codes of each offer are withheld, as duplicates or unreadable, without a decision. */
export const withheldCodes = (db: Queryable) => withheldByOffer.all(db);
