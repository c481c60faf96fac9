import { statement } from '../../database/statement.ts';
import { notClaimed, notFolded } from './fingerprint-claims.ts';

/**
 * A code that was withheld before, and released, has a row already: it waits for a decision again. The audit trail has the former one.
 * Of an `INSERT INTO withheld_codes`.
 */
export const withholdAgain = `ON CONFLICT (id) DO UPDATE
  SET sealed = EXCLUDED.sealed, key_id = EXCLUDED.key_id, canonical_fingerprint = EXCLUDED.canonical_fingerprint,
      reason = EXCLUDED.reason, duplicate_of = EXCLUDED.duplicate_of, withheld_at = clock_timestamp(),
      decision = NULL, decided_by = NULL, decided_at = NULL`;

export interface WithheldRow {
  id: number;
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  reason: 'duplicate' | 'unreadable';
  importedAt: string;
  withheldAt: string;
  twinProductName: string | null;
  twinOfferName: string | null;
  twinSoldAt: string | null;
}

export interface LockedWithheld {
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  sealed: Buffer;
  keyId: number;
  decision: 'discarded' | 'released' | null;
}

export const withheldCodesStore = {
  undecided: statement<[before: number, limit: number], WithheldRow>(
    'withheld-codes.undecided',
    `SELECT w.id, w.product_id AS "productId", w.offer_id AS "offerId", p.name AS "productName", o.name AS "offerName",
            w.reason, w.created_at AS "importedAt", w.withheld_at AS "withheldAt", tp.name AS "twinProductName",
            t.name AS "twinOfferName", c.sold_at AS "twinSoldAt"
       FROM withheld_codes w JOIN offers o ON o.id = w.offer_id JOIN products p ON p.id = o.product_id
       LEFT JOIN code_fingerprints f ON f.fingerprint = w.canonical_fingerprint LEFT JOIN codes c ON c.id = f.code_id
       LEFT JOIN offers t ON t.id = c.offer_id LEFT JOIN products tp ON tp.id = t.product_id
      WHERE w.decision IS NULL AND w.id < $1::bigint ORDER BY w.id DESC LIMIT $2::int`,
  ),
  lock: statement<[id: number], LockedWithheld>(
    'withheld-codes.lock',
    `SELECT w.product_id AS "productId", w.offer_id AS "offerId", p.name AS "productName", o.name AS "offerName",
            w.sealed, w.key_id AS "keyId", w.decision
       FROM withheld_codes w JOIN offers o ON o.id = w.offer_id JOIN products p ON p.id = o.product_id
      WHERE w.id = $1 FOR UPDATE OF w`,
  ),
  decide: statement<[id: number, adminId: string, decision: 'discarded' | 'released']>(
    'withheld-codes.decide',
    `UPDATE withheld_codes SET decision = $3, decided_by = $2, decided_at = clock_timestamp() WHERE id = $1`,
  ),
  /**
   * Inserts the code again under its former id, to which its encryption is bound; 0 rows when its fingerprint is taken. The
   * parameters are the fingerprints of the code as it was decrypted for the release.
   */
  release: statement<{
    id: number;
    fingerprint: Buffer;
    claimedElsewhere: Buffer | null;
    foldedElsewhere: Buffer | null;
  }>(
    'withheld-codes.release',
    `INSERT INTO codes (product_id, offer_id, id, sealed, key_id, canonical_fingerprint, created_at)
     SELECT product_id, offer_id, id, sealed, key_id, :fingerprint::bytea, statement_timestamp()
       FROM withheld_codes
      WHERE id = :id AND ${notClaimed(':fingerprint::bytea')} AND ${notClaimed(':claimed_elsewhere::bytea')}
        AND ${notFolded(':folded_elsewhere::bytea')}`,
  ),
};
