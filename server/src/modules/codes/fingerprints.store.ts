import { statement } from '../../database/statement.ts';
import { holdersOf } from './fingerprint-claims.ts';
import { withholdAgain } from './withheld-codes.store.ts';

/** A stored code with the fingerprint that it has, or gets. */
export interface FingerprintHolder {
  id: number;
  productId: string;
  offerId: string;
  status: 'available' | 'reserved' | 'sold';
  fingerprint: Buffer;
}

/** One list per column; `duplicateOf` is the id of the code that keeps the same fingerprint, or null. */
type Fingerprinted = [
  ids: readonly number[],
  fingerprints: readonly Buffer[],
  duplicateOf: readonly (number | null)[],
];

export const fingerprintsStore = {
  // Waits for a sale that has not committed: a code that it sells must not be withheld.
  lockHolders: statement<[readonly Buffer[]], FingerprintHolder>(
    'fingerprints.lock-holders',
    `SELECT id, product_id AS "productId", offer_id AS "offerId", status, canonical_fingerprint AS fingerprint FROM codes
      WHERE id = ANY (${holdersOf('$1')}) FOR NO KEY UPDATE`,
  ),
  /** Waits for a sale of one of them. */
  lockByIds: statement<[ids: readonly number[]], Omit<FingerprintHolder, 'fingerprint'>>(
    'fingerprints.lock-by-ids',
    `SELECT id, product_id AS "productId", offer_id AS "offerId", status FROM codes
      WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
  ),
  write: statement<Fingerprinted>(
    'fingerprints.write',
    `UPDATE codes c SET canonical_fingerprint = n.fingerprint, duplicate_of = n.duplicate_of
       FROM unnest($1::bigint[], $2::bytea[], $3::bigint[]) AS n (id, fingerprint, duplicate_of) WHERE c.id = n.id`,
  ),
  /** Withholds unsold codes and lowers the stock of their offers. */
  withhold: statement<Fingerprinted>(
    'fingerprints.withhold',
    `WITH gone AS (
       DELETE FROM codes WHERE id = ANY ($1::bigint[]) AND status <> 'sold' RETURNING *
     ), withheld AS (
       INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, duplicate_of, created_at)
       SELECT g.id, g.product_id, g.offer_id, g.sealed, g.key_id, n.fingerprint, 'duplicate', n.duplicate_of, g.created_at
         FROM gone g JOIN unnest($1::bigint[], $2::bytea[], $3::bigint[]) AS n (id, fingerprint, duplicate_of) USING (id)
       ${withholdAgain}
       RETURNING offer_id
     )
     UPDATE offer_stock s SET quantity = s.quantity - w.count
       FROM (SELECT offer_id, count(*) FROM withheld GROUP BY offer_id) w
      WHERE s.offer_id = w.offer_id AND s.slot = stock_slot()`,
  ),
};
