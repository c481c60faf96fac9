import { proofLimits } from '@almas/contract/limits';
import { AppError, fail } from '../../app-error.ts';
import { isPlainJpeg } from './jpeg-structure.ts';
import {
  isPictureFormat,
  type PictureRules,
  type ProcessedPicture,
  pictureQueue,
  processPicture,
} from './process-picture.ts';

/** A queue of its own: pictures of administrators do not wait for photos of resellers. */
const queue = pictureQueue(8);

/** The content of an upload as a photo. @throws AppError PROOF_FORMAT */
export function photoOf(content: unknown): Buffer {
  if (!Buffer.isBuffer(content) || !isPictureFormat(content, ['jpeg'])) throw fail('PROOF_FORMAT');
  return content;
}

/**
 * Decodes the photo of a reseller and encodes its pixels again, with smaller sizes before it and what is needed to compare it.
 * `sender`: the reseller. The one with the most waiting photos gives way when there are too many.
 * @throws AppError PROOF_TOO_MANY_PIXELS, PICTURE_UNREADABLE, UNAVAILABLE
 */
export async function decodePhoto(
  content: Buffer,
  sender: string,
  also: Pick<PictureRules, 'sizes' | 'grids' | 'lines'> = {},
): Promise<ProcessedPicture> {
  if (!isPlainJpeg(content)) throw fail('PICTURE_UNREADABLE');
  const { pixels: most, area } = proofLimits;
  try {
    return await processPicture(
      content,
      { accepts: ['jpeg'], encode: 'jpeg', pixels: { most, avif: 0 }, area, ...also },
      { queue, turn: { network: sender } },
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'PICTURE_TOO_MANY_PIXELS')
      throw fail('PROOF_TOO_MANY_PIXELS');
    throw error;
  }
}
