import { proofLimits } from '@almas/contract/limits';
import { AppError } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import { pictureQueue, processPicture } from '../pictures/process-picture.ts';
import { outlineOf } from './photo-lines.ts';
import { rechargeProofsStore } from './proofs.store.ts';
import { warnOfReceipt } from './warnings.ts';

const queue = pictureQueue(1);

/**
 * Reads the lines of photos that were stored before lines were compared, one in each transaction, and records for pending requests which
 * others show the same receipt. It can be stopped at any time: it continues with the photos that have none.
 */
export async function readOlderLines(tx: OpenTransaction, limit: number): Promise<number> {
  const photo = await rechargeProofsStore.withoutLines.first(tx);
  if (!photo) return 0;
  const lines = await linesOf(photo.content);
  await holdLock(tx, 'rechargeProofs');
  await rechargeProofsStore.saveLines.run(tx, {
    requestId: photo.id,
    number: photo.number,
    lines,
    outline: outlineOf(lines),
  });
  if (photo.isPending) await warnOfReceipt(tx, photo.id, { number: photo.number, lines });
  return limit;
}

/** A photo that cannot be decoded has no lines. */
async function linesOf(content: Buffer): Promise<Buffer> {
  const rules = { accepts: ['jpeg'], pixels: { most: proofLimits.pixels, avif: 0 }, lines: true } as const;
  try {
    const { grids } = await processPicture(
      content,
      { ...rules, sizes: [{ width: 8_000, height: 8_000 }] },
      { queue },
    );
    return grids.at(-1) ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PICTURE_UNREADABLE') return Buffer.alloc(0);
    throw error;
  }
}
