import { dayOf } from '../../database/sql-text.ts';
import { check } from '../check.ts';

/* Codes and stock. */

/** Each sold code belongs to a purchase, and only a sold one does. */
export const soldCode = check(
  'soldCode',
  `SELECT c.id AS subject, (c.status = 'sold')::int AS expected, (p.id IS NOT NULL)::int AS found
     FROM codes c LEFT JOIN purchases p ON p.id = c.purchase_id
    WHERE (c.status = 'sold') <> (p.id IS NOT NULL)`,
);

/** No two codes have the same fingerprint (AMB-61); `codeSoldTwice` reports those that were sold twice. */
export const duplicateCode = check(
  'duplicateCode',
  `SELECT min(id) AS subject, 1 AS expected, count(*) AS found
     FROM codes WHERE canonical_fingerprint IS NOT NULL
    GROUP BY canonical_fingerprint HAVING count(*) > 1 AND count(*) FILTER (WHERE status = 'sold') < 2`,
);

/** No two sold codes have the same fingerprint. */
export const codeSoldTwice = check(
  'codeSoldTwice',
  `SELECT min(id) AS subject, 1 AS expected, count(*) AS found
     FROM codes WHERE canonical_fingerprint IS NOT NULL AND status = 'sold'
    GROUP BY canonical_fingerprint HAVING count(*) > 1`,
);

/** Each code with a fingerprint claims it in `code_fingerprints`, which prevents a second one, unless it is a known duplicate. */
export const unclaimedCode = check(
  'unclaimedCode',
  `SELECT c.id AS subject, 1 AS expected, 0 AS found
     FROM codes c LEFT JOIN code_fingerprints f ON f.fingerprint = c.canonical_fingerprint AND f.code_id = c.id
    WHERE c.canonical_fingerprint IS NOT NULL AND c.duplicate_of IS NULL AND f.fingerprint IS NULL`,
);

/** Each claimed fingerprint belongs to an existing code; otherwise the code could not be imported again. */
export const claimWithoutCode = check(
  'claimWithoutCode',
  `SELECT f.code_id AS subject, 0 AS expected, 1 AS found
     FROM code_fingerprints f
     LEFT JOIN codes c ON c.id = f.code_id AND c.canonical_fingerprint = f.fingerprint AND c.duplicate_of IS NULL
    WHERE c.id IS NULL`,
);

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

/** A retired offer, or an offer of a deleted product, has no unsold codes (AMB-11). */
export const retiredOffer = check(
  'retiredOffer',
  `SELECT o.id AS subject, 0 AS expected, count(*) AS found
     FROM offers o JOIN products p ON p.id = o.product_id JOIN codes c ON c.offer_id = o.id AND c.status <> 'sold'
    WHERE o.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL GROUP BY o.id`,
);

/**
 * The ids of a batch's range are codes of its offer, as many as were imported: for sale, sold or withheld. Those of a removed offer may be
 * fewer, because its unsold codes are deleted.
 */
export const batchRange = check(
  'batchRange',
  // Each code belongs to the last batch that begins at its id or before: one sort instead of a look-up for each batch.
  `SELECT b.id AS subject, b.codes AS expected, count(c.offer_id) AS found
     FROM (SELECT id, offer_id, max(first_id) OVER (ORDER BY id, place ROWS UNBOUNDED PRECEDING) AS first_id
             FROM (SELECT first_id AS id, NULL::uuid AS offer_id, first_id, 0 AS place FROM code_batches
                   UNION ALL
                   SELECT id, offer_id, NULL, 1 FROM codes
                   UNION ALL
                   SELECT id, offer_id, NULL, 1 FROM withheld_codes WHERE decision IS DISTINCT FROM 'released') e) c
     JOIN code_batches b ON b.first_id = c.first_id AND c.id <= b.last_id
     JOIN offers o ON o.id = b.offer_id JOIN products p ON p.id = o.product_id
    GROUP BY b.id, b.codes, o.deleted_at, p.deleted_at, b.offer_id
   HAVING count(*) FILTER (WHERE c.offer_id <> b.offer_id) > 0 OR count(c.offer_id) > b.codes
       OR (count(c.offer_id) < b.codes AND o.deleted_at IS NULL AND p.deleted_at IS NULL)`,
);

/**
 * Nothing is for sale of a batch that was recalled, or whose date has come by the withheld days of its offer. The job that withholds has
 * a quarter of an hour for it.
 */
export const expiredSellable = check(
  'expiredSellable',
  // One sort, like above.
  `SELECT b.id AS subject, 0 AS expected, count(c.status) AS found
     FROM (SELECT id, status, max(first_id) OVER (ORDER BY id, place ROWS UNBOUNDED PRECEDING) AS first_id
             FROM (SELECT first_id AS id, NULL::text AS status, first_id, 0 AS place FROM code_batches
                   UNION ALL
                   SELECT id, status, NULL, 1 FROM codes WHERE status <> 'sold') e) c
     JOIN code_batches b ON b.first_id = c.first_id AND c.id <= b.last_id
     LEFT JOIN offer_thresholds t ON t.offer_id = b.offer_id
    WHERE b.recalled_at < clock_timestamp() - interval '15 minutes' OR b.expired_at IS NOT NULL
       OR b.expires_on < ${dayOf("(clock_timestamp() - interval '15 minutes')")} + coalesce(t.withhold_days, 0)
    GROUP BY b.id HAVING count(c.status) > 0`,
);

/** Each fingerprint beside a code, of its serial or without its case, is that of a stored or withheld code. */
export const besideCode = check(
  'besideCode',
  `SELECT s.code_id AS subject, 0 AS expected, 1 AS found
     FROM (SELECT code_id FROM serial_fingerprints UNION ALL SELECT code_id FROM folded_fingerprints) s
    WHERE NOT EXISTS (SELECT FROM codes WHERE id = s.code_id)
      AND NOT EXISTS (SELECT FROM withheld_codes WHERE id = s.code_id)`,
);

/** A code of an offer where case counts is compared without its case with the codes of the other offers (AMB-100). */
export const caseTwin = check(
  'caseTwin',
  `SELECT f.code_id AS subject, 1 AS expected, 2 AS found
     FROM folded_fingerprints f JOIN codes c ON c.id = f.code_id JOIN code_fingerprints k ON k.fingerprint = f.fingerprint
    WHERE k.code_id <> f.code_id
   UNION ALL
   SELECT c.id, 1, 0
     FROM codes c JOIN offers o ON o.id = c.offer_id LEFT JOIN folded_fingerprints f ON f.code_id = c.id
    WHERE o.case_significant AND f.code_id IS NULL`,
);
