import type { CodeEntry } from '@almas/contract/products';
import type { z } from 'zod';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { foldedHoldersOf, holdersOf, notClaimed, notFolded } from './fingerprint-claims.ts';

export interface SealedRow {
  id: number;
  sealed: Buffer;
  keyId: number;
  createdAt: string;
}

export interface EntryRow extends Omit<z.output<typeof CodeEntry>, 'id' | 'purchaseId' | 'salePrice'> {
  id: number;
  purchaseId: number | null;
  salePrice: number | null;
}

/** A null filter matches every product or offer. The page has codes older than (`createdAt`, `id`). */
type ListParams = [
  productId: string | null,
  offerId: string | null,
  statuses: readonly string[],
  createdAt: string,
  id: number,
  limit: number,
];

const entryColumns = `
  c.id, c.product_id AS "productId", c.offer_id AS "offerId", p.name AS "productName", o.name AS "offerName", c.status,
  c.created_at AS "createdAt", c.sold_to AS "soldTo",
  ${accountName('c.sold_to')} AS "soldToName",
  c.sold_at AS "soldAt", c.purchase_id AS "purchaseId", c.sale_price AS "salePrice", c.reserved_by AS "reservedBy",
  c.reserved_at AS "reservedAt", c.reservation_id AS "reservationId", c.ttl`;

/** SQL: the newest codes of the offer `o` with one of the statuses $3 that are older than ($4, $5). */
const newestOfOffer = (columns: string, most: string): string => `
  (SELECT ${columns} FROM codes WHERE offer_id = o.id AND status = 'available' AND 'available' = ANY ($3::text[])
      AND (created_at, id) < ($4::timestamptz, $5::bigint) ORDER BY created_at DESC, id DESC LIMIT ${most})
  UNION ALL
  SELECT taken.* FROM unnest($3) AS wanted (status) CROSS JOIN LATERAL (
    SELECT ${columns} FROM codes WHERE offer_id = o.id AND status = wanted.status AND status <> 'available'
       AND (created_at, id) < ($4, $5) ORDER BY created_at DESC, id DESC LIMIT ${most}) taken`;

/** How many codes of a list are stored in an offer, unsold or sold. */
export interface KnownCodesRow {
  offerId: string;
  offerName: string;
  productName: string;
  sold: boolean;
  count: number;
  firstSoldAt: string | null;
  lastSoldAt: string | null;
}

/** The last row of a page of deleted codes, after which the next page starts; null on an empty page. */
export interface DeletedPage {
  deleted: number;
  createdAt: string | null;
  id: number | null;
}

/** Deletes one page of the unsold codes of an offer: the oldest after (`createdAt`, `id`). */
const deleteUnsold = (name: string, status: 'available' | 'reserved') =>
  statement<{ offerId: string; createdAt: string; id: number; limit: number }, DeletedPage>(
    name,
    `WITH page AS MATERIALIZED (
       SELECT id, created_at FROM codes
        WHERE offer_id = :offer_id AND status = '${status}'${status === 'available' ? '' : " AND status <> 'available'"}
          AND (created_at, id) > (:created_at::timestamptz, :id::bigint)
        ORDER BY created_at, id LIMIT :limit::int
     ), gone AS (
       DELETE FROM codes WHERE id = ANY (ARRAY(SELECT id FROM page)) AND status IN ('available', 'reserved') RETURNING id
     ), serials AS (
       DELETE FROM serial_fingerprints WHERE code_id = ANY (ARRAY(SELECT id FROM gone))
     ), folded AS (
       DELETE FROM folded_fingerprints WHERE code_id = ANY (ARRAY(SELECT id FROM gone))
     ), last AS (
       SELECT created_at, id FROM page ORDER BY created_at DESC, id DESC LIMIT 1
     )
     SELECT (SELECT count(*) FROM gone) AS deleted, last.created_at AS "createdAt", last.id
       FROM (VALUES (1)) AS always LEFT JOIN last ON true`,
  );

export const codesStore = {
  drawIds: statement<[number], { id: number }>(
    'codes.draw-ids',
    `SELECT nextval('codes_id_seq') AS id FROM generate_series(1, $1::int)`,
  ),
  // Codes are sold in the order of created_at and id, so in the order of the list (AMB-64). Imports run one at a time, so no fingerprint
  // is claimed between this read and the trigger that claims those of the new rows. The last two lists compare across the rule of case
  // (known-codes.ts), or are empty.
  insert: statement<{
    productId: string;
    offerId: string;
    ids: readonly number[];
    sealed: readonly Buffer[];
    keyId: number;
    fingerprints: readonly Buffer[];
    claimedElsewhere: readonly Buffer[];
    foldedElsewhere: readonly Buffer[];
  }>(
    'codes.insert',
    `INSERT INTO codes (product_id, offer_id, id, sealed, key_id, canonical_fingerprint, created_at)
     SELECT :product_id, :offer_id, id, sealed, :key_id::int, fingerprint, statement_timestamp()
       FROM unnest(:ids::bigint[], :sealed::bytea[], :fingerprints::bytea[], :claimed_elsewhere::bytea[], :folded_elsewhere::bytea[])
            AS c (id, sealed, fingerprint, claimed, folded)
      WHERE ${notClaimed('c.fingerprint')} AND ${notClaimed('c.claimed')} AND ${notFolded('c.folded')}`,
  ),
  /** How many codes with these fingerprints and an id below `beforeId` each offer has; sold ones are counted separately. */
  known: statement<
    [fingerprints: readonly Buffer[], beforeId: number, foldedFingerprints: readonly Buffer[]],
    KnownCodesRow
  >(
    'codes.known',
    `SELECT o.id AS "offerId", o.name AS "offerName", p.name AS "productName", s.sold, s.count,
            s.first AS "firstSoldAt", s.last AS "lastSoldAt"
       FROM (SELECT offer_id, status = 'sold' AS sold, count(*) AS count, min(sold_at) AS first, max(sold_at) AS last
               FROM codes WHERE id = ANY (${holdersOf('$1')} || ${foldedHoldersOf('$3')}) AND id < $2::bigint
              GROUP BY 1, 2) s
       JOIN offers o ON o.id = s.offer_id JOIN products p ON p.id = o.product_id
      ORDER BY p.name, o.name, o.id`,
  ),
  /** Whether any code belongs to an offer where case counts, so that lists of other offers are compared with them. */
  anyFolded: statement<[], { any: boolean }>(
    'codes.any-folded',
    'SELECT EXISTS (SELECT FROM folded_fingerprints) AS any',
  ),
  insertSerials: statement<[ids: readonly number[], fingerprints: readonly Buffer[]]>(
    'codes.insert-serials',
    `INSERT INTO serial_fingerprints (code_id, fingerprint)
     SELECT n.id, n.fingerprint FROM unnest($1::bigint[], $2::bytea[]) AS n (id, fingerprint) JOIN codes c ON c.id = n.id`,
  ),
  insertFolded: statement<[ids: readonly number[], fingerprints: readonly Buffer[]]>(
    'codes.insert-folded',
    `INSERT INTO folded_fingerprints (code_id, fingerprint)
     SELECT n.id, n.fingerprint FROM unnest($1::bigint[], $2::bytea[]) AS n (id, fingerprint) JOIN codes c ON c.id = n.id
     ON CONFLICT (code_id) DO UPDATE SET fingerprint = EXCLUDED.fingerprint`,
  ),
  // Page by page along the indexes of unsold codes: each statement is short for any number of codes, and no page scans the rows that
  // former pages deleted.
  deleteReserved: deleteUnsold('codes.delete-reserved', 'reserved'),
  deleteAvailable: deleteUnsold('codes.delete-available', 'available'),
  // One statement, so that a code that changes between the two statuses meanwhile is found in one of them.
  deleteRemaining: statement<[string], { deleted: number }>(
    'codes.delete-remaining',
    `WITH gone AS (
       DELETE FROM codes WHERE status IN ('available', 'reserved') AND id = ANY (ARRAY(
         SELECT id FROM codes WHERE offer_id = $1 AND status = 'available'
         UNION ALL SELECT id FROM codes WHERE offer_id = $1 AND status = 'reserved' AND status <> 'available'))
       RETURNING id
     ), serials AS (
       DELETE FROM serial_fingerprints WHERE code_id = ANY (ARRAY(SELECT id FROM gone))
     ), folded AS (
       DELETE FROM folded_fingerprints WHERE code_id = ANY (ARRAY(SELECT id FROM gone))
     )
     SELECT count(*) AS deleted FROM gone`,
  ),
  anySerialOfOffer: statement<[string], { any: boolean }>(
    'codes.any-serial-of-offer',
    `SELECT EXISTS (
       SELECT FROM codes c JOIN serial_fingerprints s ON s.code_id = c.id WHERE c.offer_id = $1 AND c.status = 'available') AS any`,
  ),
  countAvailable: statement<[string], { count: number }>(
    'codes.count-available',
    `SELECT count(*) FROM codes WHERE offer_id = $1 AND status = 'available'`,
  ),
  /** The available codes of an offer after a given one, in the order in which they are sold. */
  availableAfter: statement<{ offerId: string; createdAt: string; id: number; limit: number }, SealedRow>(
    'codes.available-after',
    `SELECT id, sealed, key_id AS "keyId", created_at AS "createdAt" FROM codes
      WHERE offer_id = :offer_id AND status = 'available' AND (created_at, id) > (:created_at::timestamptz, :id::bigint)
      ORDER BY created_at, id LIMIT :limit::int`,
  ),
  // A page of n codes has codes of at most n offers: those whose newest codes are the n newest. The newest codes of each are read from
  // an index, so the cost does not grow with the number of codes.
  list: statement<ListParams, EntryRow>(
    'codes.list',
    `WITH newest AS MATERIALIZED (
       SELECT o.id FROM offers o CROSS JOIN LATERAL (
                ${newestOfOffer('created_at, id', '1')} ORDER BY created_at DESC, id DESC LIMIT 1) c
        WHERE ($1::uuid IS NULL OR o.product_id = $1) AND ($2::uuid IS NULL OR o.id = $2)
        ORDER BY c.created_at DESC, c.id DESC LIMIT $6::int
     )
     SELECT ${entryColumns}
       FROM newest JOIN offers o ON o.id = newest.id JOIN products p ON p.id = o.product_id
            CROSS JOIN LATERAL (${newestOfOffer('*', '$6')}) c
      ORDER BY c.created_at DESC, c.id DESC LIMIT $6`,
  ),
  // Skips codes that a sale or a deletion has locked; the next run releases them.
  release: statement<[number]>(
    'codes.release',
    `UPDATE codes SET status = 'available', reserved_by = NULL, reserved_at = NULL, reservation_id = NULL, ttl = NULL
      WHERE id IN (SELECT id FROM codes WHERE status = 'reserved' AND ttl < clock_timestamp() ORDER BY ttl LIMIT $1
                      FOR UPDATE SKIP LOCKED)`,
  ),
  // Changes nothing while clocks are right. After a failover to a machine whose clock is behind, new codes would be older than
  // oldest_sellable_at, and sales would skip them while there are others.
  lowerOldestSellable: statement<[string]>(
    'codes.lower-oldest-sellable',
    `UPDATE offers SET oldest_sellable_at = clock_timestamp() - interval '1 second'
      WHERE id = $1 AND oldest_sellable_at > clock_timestamp() - interval '1 second'`,
  ),
  /** The offers that sold within $1 seconds. */
  lockRecentlySold: statement<[number], { id: string }>(
    'codes.lock-recently-sold',
    `SELECT o.id FROM offers o
      WHERE o.id IN (SELECT offer_id FROM offer_stock WHERE last_sale > clock_timestamp() - make_interval(secs => $1))
        FOR NO KEY UPDATE SKIP LOCKED`,
  ),
  // Searches from oldest_sellable_at on, and from the start when there is nothing after it, which corrects a wrong time. An offer
  // without codes gets a time one second ago, so that the next import is newer.
  advanceOldestSellable: statement<[string]>(
    'codes.advance-oldest-sellable',
    `UPDATE offers SET oldest_sellable_at = oldest.sellable_at
       FROM (SELECT o.id, coalesce(
                least((SELECT created_at FROM codes WHERE offer_id = o.id AND status = 'available'
                          AND created_at >= o.oldest_sellable_at ORDER BY created_at, id LIMIT 1),
                      (SELECT created_at FROM codes WHERE offer_id = o.id AND status = 'reserved'
                        ORDER BY created_at, id LIMIT 1)),
                (SELECT created_at FROM codes WHERE offer_id = o.id AND status = 'available'
                  ORDER BY created_at, id LIMIT 1),
                clock_timestamp() - interval '1 second') AS sellable_at
               FROM offers o WHERE o.id = $1) oldest
      WHERE oldest.id = offers.id AND oldest.sellable_at <> offers.oldest_sellable_at`,
  ),
};
