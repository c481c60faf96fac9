import { codes } from '@almas/contract/products';
import type { Queryable } from '../../database/pool.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { codesStore } from './codes.store.ts';

/**
 * Makes at most `limit` codes available again whose reservation has expired (COD-14..16). The stock, which includes reserved codes,
 * stays the same (AMB-63). @returns how many
 */
export const releaseBatch = (db: Queryable, limit: number): Promise<number> =>
  codesStore.release.run(db, limit);

const batchSize = 1_000;

/** An administrator releases all expired reservations. */
export const releaseReservations = command(codes.releaseReservations, {
  long: true,
  run: async ({ tx }) => {
    let released = 0;
    for (let batch = batchSize; batch === batchSize; released += batch)
      batch = await releaseBatch(tx, batchSize);
    const audit = {
      action: 'codes.release-reservations',
      subject: { type: 'codes', id: 'reserved' },
      after: { released },
    };
    return { response: { released }, effects: { audit: released > 0 ? audit : nothingChanged } };
  },
});
