import { createHash } from 'node:crypto';
import { pictureLimits as rules } from '@almas/contract/limits';
import type { pictures } from '@almas/contract/pictures';
import type { Output } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { picturesStore } from './pictures.store.ts';
import { processPicture } from './process-picture.ts';
import { addressOf } from './used-pictures.ts';

/**
 * Stores a picture in two sizes. A product takes it by its address; without one it is removed a day later.
 * @throws AppError PICTURE_FORMAT, PICTURE_TOO_MANY_PIXELS, PICTURE_UNREADABLE, UNAVAILABLE
 */
export async function uploadPicture(
  services: Services,
  admin: Actor,
  origin: Origin,
  content: unknown,
): Promise<Output<typeof pictures.upload>> {
  if (!Buffer.isBuffer(content)) throw fail('PICTURE_FORMAT');
  const { width, height, contents } = await processPicture(content, {
    pixels: rules.pixels,
    sizes: [rules.small, rules.large],
  });
  const [small, large] = contents;
  if (!small || !large) throw fail('PICTURE_UNREADABLE');
  const hash = createHash('sha256').update(large).digest('hex');
  await transaction(services.db, async (tx) => {
    await picturesStore.insert.run(tx, hash, width, height, small, large, admin.id);
    await recordAction(tx, admin, origin, {
      action: 'picture.upload',
      subject: { type: 'picture', id: hash },
      after: { width, height, bytes: large.length },
    });
  });
  return { address: addressOf(hash), width, height };
}
