import { createHash } from 'node:crypto';
import { pictureLimits as rules } from '@almas/contract/limits';
import { pictures } from '@almas/contract/pictures';
import { fail } from '../../app-error.ts';
import { command } from '../../pipeline/command.ts';
import { picturesStore } from './pictures.store.ts';
import { processPicture } from './process-picture.ts';
import { addressOf } from './used-pictures.ts';

/** Stores a picture in two sizes. A product refers to it by its address; without a product it is deleted after a day. */
export const uploadPicture = command(pictures.upload, {
  prepare: async ({ content }) => {
    if (!Buffer.isBuffer(content)) throw fail('PICTURE_FORMAT');
    const { width, height, contents } = await processPicture(content, {
      pixels: rules.pixels,
      sizes: [rules.small, rules.large],
    });
    const [small, large] = contents;
    if (!small || !large) throw fail('PICTURE_UNREADABLE');
    const hash = createHash('sha256').update(large).digest('hex');
    return { hash, width, height, small, large };
  },
  run: async ({ tx, actor, prepared: { hash, width, height, small, large } }) => {
    await picturesStore.insert.run(tx, { hash, width, height, small, large, uploadedBy: actor.id });
    return {
      response: { address: addressOf(hash), width, height },
      effects: {
        audit: {
          action: 'picture.upload',
          subject: { type: 'picture', id: hash },
          after: { width, height, bytes: large.length },
        },
      },
    };
  },
});
