import { proofLimits } from '@almas/contract/limits';
import { statement } from '../../database/statement.ts';
import type { Centimes } from '../../money/amount.ts';
import { keptAmount } from '../bank/kept-amount.ts';

type Photo = [
  requestId: number,
  content: Buffer,
  width: number,
  height: number,
  contentHash: Buffer,
  sentHash: Buffer,
  differenceHash: string,
  grid: Buffer,
];
const isCurrent = `(w.kind IN ('reference', 'amount') OR w.photo_number =
  (SELECT p.number FROM recharge_proofs p WHERE p.request_id = w.request_id))`;

/** SQL: an approved request of which corrections have not taken everything back. */
const isCredited = `e.status = 'approved' AND ${keptAmount('e')} > 0`;

/**
 * Credited requests of the same reference or file. Read and not recorded: a warning names a few requests, so that some pending ones of
 * the same receipt would hide the one that was credited.
 */
const creditedTwinsOf = (id: string): string =>
  [
    `'reference', e.id FROM recharge_requests own JOIN recharge_requests e
       ON transfer_reference_number(e.reference) = transfer_reference_number(own.reference) AND e.reference IS NOT NULL
        AND transfer_reference_number(own.reference) <> '' WHERE own.id = ${id}`,
    ...['sent_hash', 'content_hash'].map(
      (hash) => `'file', e.id FROM recharge_proofs own JOIN recharge_proofs p USING (${hash})
       JOIN recharge_requests e ON e.id = p.request_id WHERE own.request_id = ${id}`,
    ),
  ]
    .map(
      (read) => `
  UNION (SELECT kind, twin, twin < ${id} FROM (SELECT ${read} AND e.id <> ${id} AND ${isCredited}
    ORDER BY e.id DESC LIMIT ${proofLimits.named}) credited (kind, twin))`,
    )
    .join('');

/**
 * The requests that a request resembles, by kind: those before it, and later ones of the same receipt or reference. A warning about a
 * photo counts while its request has that photo.
 */
export const twinsOf = (id: string): string => `
  SELECT w.kind, w.earlier_id AS twin, true AS is_earlier FROM recharge_warnings w
   WHERE w.request_id = ${id} AND ${isCurrent}
  UNION
  SELECT w.kind, w.request_id, false FROM recharge_warnings w
   WHERE w.earlier_id = ${id} AND w.kind <> 'amount' AND ${isCurrent}${creditedTwinsOf(id)}`;
interface Earlier {
  readonly id: number;
}

export const rechargeProofsStore = {
  ofRequest: statement<[requestId: number], { sentHash: Buffer; width: number; height: number }>(
    'recharge-proofs.of-request',
    'SELECT sent_hash AS "sentHash", width, height FROM recharge_proofs WHERE request_id = $1',
  ),
  content: statement<[requestId: number], { content: Buffer | null }>(
    'recharge-proofs.content',
    'SELECT content FROM recharge_proofs WHERE request_id = $1',
  ),
  /** @returns the number of the photo: 1, or the next one when it replaces another */
  save: statement<Photo, { number: number }>(
    'recharge-proofs.save',
    `INSERT INTO recharge_proofs AS p (request_id, content, width, height, content_hash, sent_hash, look, grid)
     VALUES ($1, $2, $3, $4, $5, $6, $7::text::bit(64), $8)
     ON CONFLICT (request_id) DO UPDATE SET content = $2, width = $3, height = $4, content_hash = $5, sent_hash = $6,
       look = $7::text::bit(64), grid = $8, number = p.number + 1, removed_at = NULL, created_at = clock_timestamp()
     RETURNING number`,
  ),
  saveThumbnail: statement<{ requestId: number; number: number; content: Buffer }>(
    'recharge-proofs.save-thumbnail',
    `INSERT INTO recharge_thumbnails (request_id, photo_number, content) VALUES (:request_id, :number, :content)
     ON CONFLICT (request_id) DO UPDATE SET photo_number = :number, content = :content`,
  ),
  /** The whole photo when it has none: it was stored before there were thumbnails. */
  thumbnail: statement<[requestId: number], { content: Buffer | null }>(
    'recharge-proofs.thumbnail',
    `SELECT CASE WHEN p.content IS NOT NULL THEN coalesce(t.content, p.content) END AS content FROM recharge_proofs p
       LEFT JOIN recharge_thumbnails t ON t.request_id = p.request_id AND t.photo_number = p.number
      WHERE p.request_id = $1`,
  ),
  saveLines: statement<{ requestId: number; number: number; lines: Buffer; outline: Buffer }>(
    'recharge-proofs.save-lines',
    `INSERT INTO recharge_proof_lines (request_id, photo_number, lines, outline) VALUES (:request_id, :number, :lines, :outline)
     ON CONFLICT (request_id) DO UPDATE SET photo_number = :number, lines = :lines, outline = :outline`,
  ),
  /** Of the latest photos with lines of text; those of the same file are found by their hashes. */
  outlines: statement<[requestId: number], Earlier & { outline: Buffer }>(
    'recharge-proofs.outlines',
    `SELECT l.request_id AS id, l.outline FROM recharge_proof_lines l
       JOIN recharge_proofs p ON p.request_id = l.request_id JOIN recharge_proofs own ON own.request_id = $1
      WHERE l.request_id <> $1 AND l.outline <> '' AND p.sent_hash <> own.sent_hash
        AND p.content_hash <> own.content_hash ORDER BY l.request_id DESC LIMIT 5000`,
  ),
  linesOf: statement<[requestIds: readonly number[]], Earlier & { lines: Buffer }>(
    'recharge-proofs.lines-of',
    'SELECT request_id AS id, lines FROM recharge_proof_lines WHERE request_id = ANY ($1::bigint[])',
  ),
  /** A photo that was stored before lines were compared, the latest first. */
  withoutLines: statement<[], { id: number; number: number; content: Buffer; isPending: boolean }>(
    'recharge-proofs.without-lines',
    `SELECT p.request_id AS id, p.number, p.content, r.status = 'pending' AS "isPending"
       FROM recharge_proofs p JOIN recharge_requests r ON r.id = p.request_id
      WHERE p.content IS NOT NULL
        AND NOT EXISTS (SELECT FROM recharge_proof_lines l WHERE l.request_id = p.request_id)
      ORDER BY p.request_id DESC LIMIT 1 FOR UPDATE OF p SKIP LOCKED`,
  ),
  /**
   * Deletes the content of photos after their retention time; the hashes are kept. One of a pending request stays: the clock may be far
   * ahead for a moment.
   */
  removeOld: statement<[limit: number]>(
    'recharge-proofs.remove-old',
    `WITH removed AS (
       UPDATE recharge_proofs SET content = NULL, removed_at = clock_timestamp() WHERE request_id = ANY (ARRAY(
         SELECT request_id FROM recharge_proofs p
          WHERE content IS NOT NULL AND created_at < clock_timestamp() - interval '${proofLimits.keptDays} days'
            AND NOT EXISTS (SELECT FROM recharge_requests WHERE id = p.request_id AND status = 'pending')
          ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING request_id
     ), thumbnails AS (DELETE FROM recharge_thumbnails t USING removed r WHERE t.request_id = r.request_id)
     SELECT request_id FROM removed`,
  ),
  sameFile: statement<[sentHash: Buffer, contentHash: Buffer, requestId: number], Earlier>(
    'recharge-proofs.same-file',
    `SELECT request_id AS id FROM recharge_proofs WHERE sent_hash = $1 AND request_id <> $3
     UNION SELECT request_id FROM recharge_proofs WHERE content_hash = $2 AND request_id <> $3
     ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
  /** Candidates by the difference hash, with the grid that decides. Limited, because all receipts of one application have close hashes. */
  similar: statement<
    { differenceHash: string; requestId: number; sentHash: Buffer; contentHash: Buffer },
    Earlier & { grid: Buffer }
  >(
    'recharge-proofs.similar',
    `SELECT p.request_id AS id, p.grid FROM (
       SELECT request_id, bit_count(look # :difference_hash::text::bit(64)) AS apart FROM recharge_proofs
        WHERE bit_count(look # :difference_hash::text::bit(64)) <= ${proofLimits.nearBits} AND request_id <> :request_id
        ORDER BY apart, request_id DESC LIMIT 5000) near
       JOIN recharge_proofs p USING (request_id)
      WHERE p.sent_hash <> :sent_hash AND p.content_hash <> :content_hash ORDER BY p.request_id DESC`,
  ),
};

export const rechargeWarningsStore = {
  insert: statement<{ requestId: number; kind: string; earlierIds: readonly number[]; photoNumber: number }>(
    'recharge-warnings.insert',
    `INSERT INTO recharge_warnings (request_id, kind, earlier_id, photo_number) SELECT :request_id, :kind, unnest(:earlier_ids::bigint[]), :photo_number
     ON CONFLICT DO NOTHING`,
  ),
  /** Those that are recorded: the approved ones first, then the latest. */
  recorded: statement<[requestIds: readonly number[]], Earlier>(
    'recharge-warnings.recorded',
    `SELECT id FROM recharge_requests WHERE id = ANY ($1::bigint[])
      ORDER BY status = 'approved' DESC, id DESC LIMIT ${proofLimits.recorded}`,
  ),
  /** The latest credited request of the same receipt or reference, with what was kept of it. */
  creditedTwin: statement<[requestId: number], { id: number; amount: Centimes }>(
    'recharge-warnings.credited-twin',
    `SELECT e.id, ${keptAmount('e')} AS amount FROM (${twinsOf('$1')}) w JOIN recharge_requests e ON e.id = w.twin
      WHERE w.kind <> 'amount' AND ${isCredited} ORDER BY e.processed_at DESC LIMIT 1`,
  ),
  sameReference: statement<[reference: string, requestId: number], Earlier>(
    'recharge-warnings.same-reference',
    `SELECT id FROM recharge_requests
      WHERE transfer_reference_number(reference) = transfer_reference_number($1) AND reference IS NOT NULL
        AND transfer_reference_number($1) <> '' AND id <> $2 ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
  sameAmount: statement<[userId: string, amount: number, requestId: number], Earlier>(
    'recharge-warnings.same-amount',
    `SELECT id FROM (SELECT id, amount, created_at FROM recharge_requests WHERE user_id = $1 AND id <> $3
                      ORDER BY id DESC LIMIT 100) latest
      WHERE amount = $2 AND created_at > clock_timestamp() - interval '${proofLimits.sameAmountMinutes} minutes'
      ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
};
