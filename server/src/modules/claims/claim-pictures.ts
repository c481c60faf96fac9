import { createHash } from 'node:crypto';
import { claims } from '@almas/contract/claims';
import { claimLimits } from '@almas/contract/limits';
import { fail, failUntil } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { command } from '../../pipeline/command.ts';
import { decodePhoto, photoOf } from '../pictures/decode-photo.ts';

/** Bounds the decoding, which takes a core: a photo for each claim that may be open, and as many again. */
const rate = { attempts: 2 * claimLimits.openPerAccount, windowSeconds: 3_600 };

const insert = statement<
  { userId: string; content: Buffer; width: number; height: number; sentHash: Buffer },
  { id: number }
>(
  'claims.insert-picture',
  `INSERT INTO claim_pictures (user_id, content, width, height, sent_hash) VALUES (:user_id, :content, :width, :height, :sent_hash)
   ON CONFLICT (user_id, sent_hash) DO UPDATE SET content = EXCLUDED.content, created_at = clock_timestamp()
   RETURNING id`,
);

/**
 * Stores the photo of a refused code, encoded again; the same file sent again is the same photo. One that no claim names is deleted after a
 * day.
 */
export const sendClaimPicture = command(claims.sendPicture, {
  prepare: async ({ services: { db }, wallet, content }) => {
    const wait = await attempt(db, 'claim_picture', wallet.id, rate);
    if (wait !== undefined) throw failUntil('TOO_MANY_PROOFS', wait);
    const sent = photoOf(content);
    const { contents, width, height } = await decodePhoto(sent, wallet.id);
    const [picture] = contents;
    if (!picture) throw fail('PICTURE_UNREADABLE');
    return { picture, width, height, sentHash: createHash('sha256').update(sent).digest() };
  },
  run: async ({ tx, wallet, prepared: { picture, ...photo } }) => {
    const { id } = await insert.one(tx, { userId: wallet.id, content: picture, ...photo });
    return {
      response: { pictureId: String(id), width: photo.width, height: photo.height },
      effects: {},
    };
  },
});

const keep = statement<[id: number, userId: string], { id: number }>(
  'claims.keep-picture',
  'SELECT id FROM claim_pictures WHERE id = $1 AND user_id = $2 AND content IS NOT NULL FOR KEY SHARE',
);
const ofClaim = statement<[claimId: number], { userId: string; content: Buffer | null }>(
  'claims.picture',
  `SELECT c.user_id AS "userId", f.content FROM claims c LEFT JOIN claim_pictures f ON f.id = c.picture_id WHERE c.id = $1`,
);
/** One of an open claim stays: the clock may be far ahead for a moment. */
const removeOld = statement<[limit: number]>(
  'claims.remove-old-pictures',
  `UPDATE claim_pictures SET content = NULL WHERE id = ANY (ARRAY(
     SELECT id FROM claim_pictures f
      WHERE content IS NOT NULL AND created_at < clock_timestamp() - interval '${claimLimits.pictureKeptDays} days'
        AND NOT EXISTS (SELECT FROM claims WHERE picture_id = f.id AND status = 'open')
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);
const removeUnnamed = statement<[limit: number]>(
  'claims.remove-unnamed-pictures',
  `DELETE FROM claim_pictures WHERE id = ANY (ARRAY(
     SELECT id FROM claim_pictures f
      WHERE content IS NOT NULL AND created_at < clock_timestamp() - interval '1 day'
        AND NOT EXISTS (SELECT FROM claims WHERE picture_id = f.id)
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** An own photo, which stays from now on. @throws AppError CLAIM_PICTURE_NOT_FOUND */
export async function keepClaimPicture(tx: Queryable, userId: string, id: string): Promise<number> {
  const kept = await keep.first(tx, parseIdOrZero(id), userId);
  if (!kept) throw fail('CLAIM_PICTURE_NOT_FOUND');
  return kept.id;
}

/** The photo of a claim, for its buyer and for administrators. @throws AppError CLAIM_NOT_FOUND, CLAIM_PICTURE_NOT_FOUND */
export async function readClaimPicture(db: Queryable, caller: Caller, id: string): Promise<Buffer> {
  const claim = await ofClaim.first(db, parseIdOrZero(id));
  if (!claim || !mayAccess(caller, claim.userId)) throw fail('CLAIM_NOT_FOUND');
  if (!claim.content) throw fail('CLAIM_PICTURE_NOT_FOUND');
  return claim.content;
}

/** Removes at most `limit` photos after their time, and as many that no claim names. @returns how many at most of one kind */
export const removeClaimPictures = async (db: Queryable, limit: number): Promise<number> =>
  Math.max(await removeUnnamed.run(db, limit), await removeOld.run(db, limit));
