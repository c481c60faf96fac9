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
const passedOver = statement<[], { count: number }>(
  'codes.count-unreadable-sold',
  'SELECT count(*) FROM unreadable_sold_codes',
);

/** Codes that were taken out of sale because another one like them stands, and wait for a decision, by offer. */
export const withheldCodes = (db: Queryable) => withheldByOffer.all(db);

/** How many codes the job of AMB-61 has not looked at yet. */
export const codesWithoutFingerprint = async (db: Queryable): Promise<number> =>
  (await withoutFingerprint.one(db)).count;

/** How many sold codes are known by their text as it was given alone, since no key opens them. */
export const unreadableSoldCodes = async (db: Queryable): Promise<number> => (await passedOver.one(db)).count;
