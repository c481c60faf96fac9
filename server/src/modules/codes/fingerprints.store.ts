import { statement } from '../../database/statement.ts';
import { holdersOf } from './fingerprint-claims.ts';
import { withholdAgain } from './withheld-codes.store.ts';

/** A code that has no fingerprint yet. */
export interface OlderCode {
  id: number;
  productId: string;
  offerId: string;
  sealed: Buffer;
  keyId: number;
  status: 'available' | 'reserved' | 'sold';
  /** Keyed hash of its text as it was imported. */
  given: Buffer;
  /** In `unreadable_sold_codes`: sold, and no key opened it when the job tried. */
  isUnreadableSold: boolean;
}

/** A code whose fingerprint is known. */
export interface FingerprintHolder extends Pick<OlderCode, 'id' | 'productId' | 'offerId' | 'status'> {
  fingerprint: Buffer;
}

/** A sold code that no key opens, with the hash of its text as it was imported. */
export type UnreadableSoldCode = Omit<FingerprintHolder, 'fingerprint'> & Pick<OlderCode, 'given'>;

/** One list per column; `duplicateOf` is the id of the code that keeps the same fingerprint, or null. */
type Fingerprinted = [
  ids: readonly number[],
  fingerprints: readonly Buffer[],
  duplicateOf: readonly (number | null)[],
];

export const fingerprintsStore = {
  // Skips codes that are being sold or deleted until the next run, so that the job delays no sale.
  lockOlder: statement<[afterId: number, limit: number, alsoUnreadableSold: boolean], OlderCode>(
    'fingerprints.lock-older',
    `SELECT c.id, product_id AS "productId", offer_id AS "offerId", sealed, key_id AS "keyId", status, fingerprint AS given,
            u.code_id IS NOT NULL AS "isUnreadableSold"
       FROM codes c LEFT JOIN unreadable_sold_codes u ON u.code_id = c.id
      WHERE canonical_fingerprint IS NULL AND c.id > $1::bigint AND ($3 OR u.code_id IS NULL)
      ORDER BY c.id LIMIT $2::int FOR NO KEY UPDATE OF c SKIP LOCKED`,
  ),
  insertUnreadableSold: statement<[ids: readonly number[], givenFingerprints: readonly Buffer[]]>(
    'fingerprints.insert-unreadable-sold',
    `INSERT INTO unreadable_sold_codes (code_id, given_fingerprint)
     SELECT * FROM unnest($1::bigint[], $2::bytea[]) ON CONFLICT DO NOTHING`,
  ),
  deleteUnreadableSold: statement<[ids: readonly number[]]>(
    'fingerprints.delete-unreadable-sold',
    'DELETE FROM unreadable_sold_codes WHERE code_id = ANY ($1::bigint[])',
  ),
  lockUnreadableSold: statement<[givenFingerprints: readonly Buffer[]], UnreadableSoldCode>(
    'fingerprints.lock-unreadable-sold',
    `SELECT c.id, c.product_id AS "productId", c.offer_id AS "offerId", c.status, u.given_fingerprint AS given
       FROM unreadable_sold_codes u JOIN codes c ON c.id = u.code_id
      WHERE u.given_fingerprint = ANY ($1::bytea[]) ORDER BY c.id FOR NO KEY UPDATE OF c`,
  ),
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
    `UPDATE codes c SET canonical_fingerprint = n.fingerprint, duplicate_of = n.duplicate_of, fingerprint = NULL
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
