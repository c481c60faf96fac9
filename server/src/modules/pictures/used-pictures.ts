import { isPictureAddress } from '@almas/contract/fields';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { picturesStore } from './pictures.store.ts';

const beginning = '/pictures/';
const end = '.webp';

export const addressOf = (hash: string): string => `${beginning}${hash}${end}`;

/**
 * A record takes an address as its picture: one of ours must still be there, and stays.
 * @throws AppError PICTURE_GONE for one that was removed meanwhile
 */
export async function usePicture(tx: Queryable, address: string): Promise<void> {
  if (!isPictureAddress(address)) return;
  const hash = address.slice(beginning.length, -end.length);
  if ((await picturesStore.use.run(tx, hash)) === 0) throw fail('PICTURE_GONE');
}

/** Removes pictures that no product has used for a day, at most `limit`. @returns how many */
export const removeUnusedPictures = (db: Queryable, limit: number): Promise<number> =>
  picturesStore.removeUnused.run(db, limit);
