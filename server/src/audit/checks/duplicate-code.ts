import { check } from '../check.ts';

/** A code stands once in the whole business (AMB-61). One that was sold twice is named by `codeSoldTwice`. */
export const duplicateCode = check(
  'duplicateCode',
  `SELECT min(id) AS subject, 1 AS expected, count(*) AS found
     FROM codes WHERE canonical_fingerprint IS NOT NULL
    GROUP BY canonical_fingerprint HAVING count(*) > 1 AND count(*) FILTER (WHERE status = 'sold') < 2`,
);

/** A code has one buyer: the first that it was sold to. */
export const codeSoldTwice = check(
  'codeSoldTwice',
  `SELECT min(id) AS subject, 1 AS expected, count(*) AS found
     FROM codes WHERE canonical_fingerprint IS NOT NULL AND status = 'sold'
    GROUP BY canonical_fingerprint HAVING count(*) > 1`,
);
