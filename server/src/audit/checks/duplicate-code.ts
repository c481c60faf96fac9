import { check } from '../check.ts';

/** No code stands twice in an offer. */
export const duplicateCode = check(
  'duplicateCode',
  `SELECT min(id) AS subject, 1 AS expected, count(*) AS found
     FROM codes GROUP BY offer_id, fingerprint HAVING count(*) > 1`,
);
