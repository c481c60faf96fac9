import { freeFire } from '@almas/contract/free-fire';
import { proofLimits } from '@almas/contract/limits';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { soldItself } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { isPlainJpeg } from '../pictures/jpeg-structure.ts';
import { isPictureFormat, processPicture } from '../pictures/process-picture.ts';
import { freeFireRequestsStore, lockPending } from './requests.store.ts';

/** Names the picture in its address, so that a validation is one of the picture that was seen. */
const pictureHash = `left(encode(sha256(content), 'hex'), 16) AS hash`;
const save = statement<
  { requestId: number; content: Buffer; width: number; height: number; sentBy: string },
  { hash: string }
>(
  'free-fire.save-proof',
  `INSERT INTO free_fire_proofs (request_id, content, width, height, sent_by)
   VALUES (:request_id, :content, :width, :height, :sent_by)
   ON CONFLICT (request_id) DO UPDATE SET content = :content, width = :width, height = :height, sent_by = :sent_by,
     created_at = clock_timestamp()
   RETURNING ${pictureHash}`,
);
const read = statement<[requestId: number], { content: Buffer }>(
  'free-fire.proof',
  'SELECT content FROM free_fire_proofs WHERE request_id = $1',
);
const current = statement<[requestId: number], { hash: string }>(
  'free-fire.current-proof',
  `SELECT ${pictureHash} FROM free_fire_proofs WHERE request_id = $1`,
);

/** Where the uploaded proof of a request is read. */
const proofPath = (id: number): string => `/api/free-fire/requests/${id}/proof`;

/** Stores the picture that shows a pending request as done; another one replaces it. The validation takes its address like a link. */
export const sendFreeFireProof = command(freeFire.sendProof, {
  prepare: async ({ content }) => {
    if (!Buffer.isBuffer(content) || !isPictureFormat(content, ['jpeg'])) throw fail('PROOF_FORMAT');
    if (!isPlainJpeg(content)) throw fail('PICTURE_UNREADABLE');
    const { pixels: most, area } = proofLimits;
    const { contents, width, height } = await processPicture(content, {
      accepts: ['jpeg'],
      encode: 'jpeg',
      pixels: { most, avif: 0 },
      area,
    });
    const [picture] = contents;
    if (!picture) throw fail('PICTURE_UNREADABLE');
    return { picture, width, height };
  },
  run: async ({ tx, actor, params, prepared: { picture, width, height } }) => {
    const request = await lockPending(tx, params.id);
    const proof = await save.one(tx, {
      requestId: request.id,
      content: picture,
      width,
      height,
      sentBy: actor.id,
    });
    return {
      response: { address: `${proofPath(request.id)}?photo=${proof.hash}`, width, height },
      effects: {
        audit: {
          action: 'free-fire.send-proof',
          subject: { type: 'free-fire-request', id: String(request.id), name: request.resellerName },
          after: { width, height, bytes: picture.length },
        },
      },
    };
  },
});

/** The uploaded proof, for administrators and the request's reseller. @throws AppError REQUEST_NOT_FOUND, PROOF_NOT_FOUND */
export async function readFreeFireProof(db: Queryable, caller: Caller, id: string): Promise<Buffer> {
  const request = await freeFireRequestsStore.byId.first(db, parseIdOrZero(id));
  if (!request || !(caller.actor.administers || soldItself(caller, request))) throw fail('REQUEST_NOT_FOUND');
  const proof = await read.first(db, request.id);
  if (!proof) throw fail('PROOF_NOT_FOUND');
  return proof.content;
}

/**
 * An address of ours is the proof of this request alone, once it was uploaded and while no other picture has replaced it.
 * @throws AppError PROOF_REQUIRED, PROOF_CHANGED
 */
export async function checkOwnProof(db: Queryable, id: number, imageUrl: string): Promise<void> {
  if (!imageUrl.startsWith('/')) return;
  const proof = await current.first(db, id);
  const [path] = imageUrl.split('?');
  if (!proof || path !== proofPath(id)) throw fail('PROOF_REQUIRED');
  if (imageUrl !== `${path}?photo=${proof.hash}`) throw fail('PROOF_CHANGED');
}
