import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

const withheldByOffer = statement<[], { offer: string; count: number }>(
  'codes.withheld-by-offer',
  `SELECT p.name || ' - ' || o.name AS offer, count(*) AS count
     FROM withheld_codes w JOIN offers o ON o.id = w.offer_id JOIN products p ON p.id = o.product_id
    WHERE w.decision IS NULL GROUP BY o.id, p.name, o.name ORDER BY 1, o.id`,
);
const withoutFingerprint = statement<[], { count: number }>(
  'codes.count-without-fingerprint',
  `SELECT count(*) FROM codes c
    WHERE canonical_fingerprint IS NULL AND NOT EXISTS (SELECT FROM unreadable_sold_codes u WHERE u.code_id = c.id)`,
);
const countUnreadableSold = statement<[], { count: number }>(
  'codes.count-unreadable-sold',
  'SELECT count(*) FROM unreadable_sold_codes',
);

/** How many codes of each offer are withheld, as duplicates or unreadable, without a decision. */
export const withheldCodes = (db: Queryable) => withheldByOffer.all(db);

/** How many codes wait for the job that computes fingerprints (AMB-61). */
export const codesWithoutFingerprint = async (db: Queryable): Promise<number> =>
  (await withoutFingerprint.one(db)).count;

/** How many sold codes no key opens: only the hash of their imported text is known. */
export const unreadableSoldCodes = async (db: Queryable): Promise<number> =>
  (await countUnreadableSold.one(db)).count;
