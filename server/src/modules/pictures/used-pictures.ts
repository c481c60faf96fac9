import { isPictureAddress } from '@almas/contract/fields';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { picturesStore } from './pictures.store.ts';

const prefix = '/pictures/';
const suffix = '.webp';

export const addressOf = (hash: string): string => `${prefix}${hash}${suffix}`;

/**
 * Keeps an uploaded picture from being deleted until the transaction commits a record with its address. An address on another host
 * is not checked. @throws AppError PICTURE_GONE when the picture was deleted meanwhile
 */
export async function usePicture(tx: Queryable, address: string): Promise<void> {
  if (!isPictureAddress(address)) return;
  const hash = address.slice(prefix.length, -suffix.length);
  if ((await picturesStore.use.run(tx, hash)) === 0) throw fail('PICTURE_GONE');
}

/** Deletes at most `limit` pictures that no product and no payment account has used for a day. @returns how many */
export const removeUnusedPictures = (db: Queryable, limit: number): Promise<number> =>
  picturesStore.removeUnused.run(db, limit);
