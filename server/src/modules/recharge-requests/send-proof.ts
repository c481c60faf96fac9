import { createHash } from 'node:crypto';
import { proofLimits } from '@almas/contract/limits';
import { rechargeRequests } from '@almas/contract/recharge-requests';
import type { Output } from '@almas/contract/route';
import { fail, failUntil } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseIdOrZero } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { command } from '../../pipeline/command.ts';
import { decodePhoto, photoOf } from '../pictures/decode-photo.ts';
import { comparisonGrids, differenceHash } from './compare-photos.ts';
import { outlineOf } from './photo-lines.ts';
import { rechargeProofsStore } from './proofs.store.ts';
import {
  type RechargeRequestRow,
  rechargeRequestEvents,
  rechargeRequestsStore,
} from './recharge-requests.store.ts';
import { warnOfPhoto } from './warnings.ts';

type Sent = Output<typeof rechargeRequests.sendProof>;

/** Bounds the decoding, which takes a core. Several attempts per request that an hour allows; refused files count. */
const rate = { attempts: 20, windowSeconds: 3_600 };

const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

/**
 * Stores the re-encoded photo of a receipt for a pending request of its owner, and records warnings about earlier requests with the same
 * photo. Another photo replaces it while the request is pending; the same file sent again returns the same response.
 */
export const sendProof = command(rechargeRequests.sendProof, {
  prepare: async ({ services: { db }, wallet, params, content }) => {
    const request = await rechargeRequestsStore.byId.first(db, parseIdOrZero(params.id));
    if (request?.userId !== wallet.id) throw fail('REQUEST_NOT_FOUND');
    // Counted here instead of with `limit`, because it bounds the decoding below.
    const wait = await attempt(db, 'recharge_proof', wallet.id, rate);
    if (wait !== undefined) throw failUntil('TOO_MANY_PROOFS', wait);
    const sent = photoOf(content);
    const sentHash = sha256(sent);
    const known = await sentBefore(db, request, sentHash);
    return { request, sentHash, photo: known ? undefined : await decoded(sent, wallet.id) };
  },
  run: async ({ tx, prepared: { request, sentHash, photo } }) => {
    const locked = await rechargeRequestsStore.lockById.one(tx, request.id);
    const known = await sentBefore(tx, locked, sentHash);
    if (known) return { response: known, effects: {} };
    // Another photo has replaced the one that this file was.
    if (!photo) throw failUntil('UNAVAILABLE', 1);
    const { picture, thumbnail, width, height, hash, grid, lines } = photo;
    const contentHash = sha256(picture);
    await holdLock(tx, 'rechargeProofs');
    const { number } = await rechargeProofsStore.save.one(
      tx,
      locked.id,
      picture,
      width,
      height,
      contentHash,
      sentHash,
      hash,
      grid,
    );
    await rechargeProofsStore.saveThumbnail.run(tx, { requestId: locked.id, number, content: thumbnail });
    await rechargeProofsStore.saveLines.run(tx, {
      requestId: locked.id,
      number,
      lines,
      outline: outlineOf(lines),
    });
    await warnOfPhoto(tx, locked.id, { number, sentHash, contentHash, differenceHash: hash, grid, lines });
    return { response: { width, height }, effects: { events: rechargeRequestEvents(locked) } };
  },
});

/**
 * The response when this file was sent before; undefined when the request takes it.
 * @throws AppError REQUEST_PROCESSED
 */
async function sentBefore(
  db: Queryable,
  request: RechargeRequestRow,
  sentHash: Buffer,
): Promise<Sent | undefined> {
  const proof = await rechargeProofsStore.ofRequest.first(db, request.id);
  if (proof?.sentHash.equals(sentHash)) return { width: proof.width, height: proof.height };
  if (request.status !== 'pending') throw fail('REQUEST_PROCESSED');
  return undefined;
}

async function decoded(content: Buffer, sender: string) {
  const { contents, grids, width, height } = await decodePhoto(content, sender, {
    sizes: [proofLimits.thumbnail],
    grids: comparisonGrids,
    lines: true,
  });
  const [thumbnail, picture, points, grid, lines] = [...contents, ...grids];
  if (!thumbnail || !picture || !points || !grid || !lines) throw fail('PICTURE_UNREADABLE');
  return { picture, thumbnail, width, height, hash: differenceHash(points), grid, lines };
}
