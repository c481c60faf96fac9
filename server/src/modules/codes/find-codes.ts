import { codeBatches, type FoundCode } from '@almas/contract/code-batches';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { batchOf, originsOf } from './code-batches.ts';
import { holdersOf } from './fingerprint-claims.ts';

/** Searches of one account. */
export const searchRate = { attempts: 120, windowSeconds: 3_600 };

interface Match {
  readonly id: number;
  readonly matched: 'code' | 'serial';
}
const matches = statement<
  [fingerprints: readonly Buffer[], serialFingerprint: Buffer, buyerId: string | null],
  Match
>(
  'codes.matches',
  `SELECT id, min(matched) AS matched FROM (
     SELECT unnest(${holdersOf('$1')}) AS id, 'code' AS matched
     UNION ALL
     SELECT code_id, 'code' FROM folded_fingerprints WHERE fingerprint = ANY ($1::bytea[])
     UNION ALL
     SELECT id, 'code' FROM withheld_codes WHERE canonical_fingerprint = ANY ($1::bytea[])
     UNION ALL
     SELECT code_id, 'serial' FROM serial_fingerprints WHERE fingerprint = $2::bytea) m
    WHERE $3::uuid IS NULL OR EXISTS (SELECT FROM codes c WHERE c.id = m.id AND c.sold_to = $3)
    GROUP BY id ORDER BY id DESC LIMIT 50`,
);

/**
 * The newest 50 stored codes, for sale, sold or withheld, that have this code or serial; found by keyed hashes, without opening any.
 * @param buyerId only those that this account has bought
 */
export const matchingCodes = (
  db: Queryable,
  vault: CodeVault,
  text: string,
  buyerId: string | null = null,
): Promise<Match[]> =>
  matches.all(
    db,
    [vault.fingerprint(text), vault.fingerprint(text, { caseSignificant: true })],
    vault.serialFingerprint(text),
    buyerId,
  );

export interface FoundRow {
  id: number;
  status: FoundCode['status'];
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  batchId: number | null;
  importedAt: string;
  withheldAt: string | null;
  purchaseId: number | null;
  buyerId: string | null;
  buyerName: string | null;
  buyerEmail: string | null;
  unitPrice: Centimes | null;
  soldAt: string | null;
}
// A withheld code that was released is in `codes` again.
const found = statement<[ids: readonly number[]], FoundRow>(
  'codes.found',
  `SELECT c.id, c.status, o.product_id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName",
          ${batchOf('c.id')} AS "batchId", c.created_at AS "importedAt", c."withheldAt", c.purchase_id AS "purchaseId",
          c.sold_to AS "buyerId", ${accountName('c.sold_to')} AS "buyerName", u.email AS "buyerEmail",
          c.sale_price AS "unitPrice", c.sold_at AS "soldAt"
     FROM (
       SELECT id, offer_id, status, created_at, NULL::timestamptz AS "withheldAt", purchase_id, sold_to, sale_price, sold_at
         FROM codes WHERE id = ANY ($1::bigint[])
       UNION ALL
       SELECT id, offer_id, CASE WHEN reason IN ('withdrawn', 'recalled', 'expired') THEN reason ELSE 'withheld' END, created_at, withheld_at, NULL,
              NULL, NULL, NULL
         FROM withheld_codes w
        WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM codes k WHERE k.id = w.id)) c
     JOIN offers o ON o.id = c.offer_id JOIN products p ON p.id = o.product_id LEFT JOIN users u ON u.id = c.sold_to
    ORDER BY c.id DESC`,
);

/** The codes that have this text as code or serial, the newest first, with what became of them. */
export async function foundCodes(
  db: Queryable,
  vault: CodeVault,
  text: string,
): Promise<{ readonly rows: FoundRow[]; readonly matched: ReadonlyMap<number, Match['matched']> }> {
  const hits = await matchingCodes(db, vault, text);
  const matched = new Map(hits.map((hit) => [hit.id, hit.matched]));
  return { matched, rows: matched.size === 0 ? [] : await found.all(db, [...matched.keys()]) };
}

/**
 * Tells an administrator what became of a code: where it is for sale, or who bought it and when. The audit trail has the search with its
 * reason and the ids of what was found, never the code.
 */
export const findCodes = command(codeBatches.find, {
  limit: { action: 'code_search', exceeded: 'TOO_MANY_CODE_SEARCHES', rate: searchRate },
  run: async ({ services: { vault }, tx, body: { code, reason } }) => {
    const { rows, matched } = await foundCodes(tx, vault, code);
    const origins = await originsOf(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      response: {
        items: rows.map((row) => ({
          ...presentFound(row, matched.get(row.id) ?? 'code'),
          batch: origins.get(row.id) ?? null,
        })),
      },
      effects: {
        audit: {
          action: 'codes.find',
          subject: { type: 'codes', id: String(rows[0]?.id ?? 'none') },
          after: {
            codes: rows.map(({ id }) => String(id)),
            purchases: rows.flatMap(({ purchaseId }) => (purchaseId === null ? [] : [String(purchaseId)])),
            reason,
          },
        },
      },
    };
  },
});

const presentFound = (
  { id, batchId, purchaseId, buyerId, buyerName, buyerEmail, unitPrice, soldAt, ...row }: FoundRow,
  matched: Match['matched'],
): Omit<FoundCode, 'batch'> => ({
  ...row,
  id: String(id),
  matched,
  batchId: batchId === null ? null : String(batchId),
  purchase:
    purchaseId === null || buyerId === null || soldAt === null
      ? null
      : {
          id: String(purchaseId),
          buyerId,
          buyerName: buyerName ?? '',
          buyerEmail: buyerEmail ?? '',
          unitPrice: toDinars(unitPrice ?? (0 as Centimes)),
          createdAt: soldAt,
        },
});
