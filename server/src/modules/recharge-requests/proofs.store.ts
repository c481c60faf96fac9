import { proofLimits } from '@almas/contract/limits';
import { statement } from '../../database/statement.ts';

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
  insert: statement<Photo>(
    'recharge-proofs.insert',
    `INSERT INTO recharge_proofs (request_id, content, width, height, content_hash, sent_hash, look, grid)
     VALUES ($1, $2, $3, $4, $5, $6, $7::text::bit(64), $8)`,
  ),
  /** Deletes the content of photos after their retention time; the hashes are kept. */
  removeOld: statement<[limit: number]>(
    'recharge-proofs.remove-old',
    `UPDATE recharge_proofs SET content = NULL, removed_at = clock_timestamp() WHERE request_id = ANY (ARRAY(
       SELECT request_id FROM recharge_proofs
        WHERE content IS NOT NULL AND created_at < clock_timestamp() - interval '${proofLimits.keptDays} days'
        ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  ),
  sameFile: statement<[sentHash: Buffer, contentHash: Buffer, requestId: number], Earlier>(
    'recharge-proofs.same-file',
    `SELECT request_id AS id FROM recharge_proofs WHERE sent_hash = $1 AND request_id <> $3
     UNION SELECT request_id FROM recharge_proofs WHERE content_hash = $2 AND request_id <> $3
     ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
  /** Candidates by the difference hash, with the grid that decides. Limited, because all receipts of one application have close hashes. */
  similar: statement<
    [differenceHash: string, requestId: number, sentHash: Buffer, contentHash: Buffer],
    Earlier & { grid: Buffer }
  >(
    'recharge-proofs.similar',
    `SELECT p.request_id AS id, p.grid FROM (
       SELECT request_id, bit_count(look # $1::text::bit(64)) AS apart FROM recharge_proofs
        WHERE bit_count(look # $1::text::bit(64)) <= ${proofLimits.nearBits} AND request_id <> $2
        ORDER BY apart, request_id DESC LIMIT 5000) near
       JOIN recharge_proofs p USING (request_id)
      WHERE p.sent_hash <> $3 AND p.content_hash <> $4 ORDER BY p.request_id DESC`,
  ),
};

export const rechargeWarningsStore = {
  insert: statement<[requestId: number, kind: string, earlierIds: readonly number[]]>(
    'recharge-warnings.insert',
    `INSERT INTO recharge_warnings (request_id, kind, earlier_id) SELECT $1, $2, unnest($3::bigint[])
     ON CONFLICT DO NOTHING`,
  ),
  sameReference: statement<[reference: string, requestId: number], Earlier>(
    'recharge-warnings.same-reference',
    `SELECT id FROM recharge_requests
      WHERE transfer_reference_key(reference) = transfer_reference_key($1) AND reference IS NOT NULL
        AND transfer_reference_key($1) <> '' AND id <> $2 ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
  sameAmount: statement<[userId: string, amount: number, requestId: number], Earlier>(
    'recharge-warnings.same-amount',
    `SELECT id FROM (SELECT id, amount, created_at FROM recharge_requests WHERE user_id = $1 AND id <> $3
                      ORDER BY id DESC LIMIT 100) latest
      WHERE amount = $2 AND created_at > clock_timestamp() - interval '${proofLimits.sameAmountMinutes} minutes'
      ORDER BY id DESC LIMIT ${proofLimits.named}`,
  ),
};
