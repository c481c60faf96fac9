import type { Actor, Origin } from '../../actor.ts';
import type { Queryable } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { codesStore } from './codes.store.ts';

/**
 * Makes reserved codes available again whose time has passed, at most `limit` of them (COD-14..16). They were
 * counted as stock all along: stock does not move (AMB-63). @returns how many
 */
export const releaseBatch = (db: Queryable, limit: number): Promise<number> =>
  codesStore.release.run(db, limit);

const batchSize = 1_000;

/** The same for all of them, asked for by an administrator. @returns how many */
export async function releaseReservations(services: Services, admin: Actor, origin: Origin): Promise<number> {
  let released = 0;
  for (let batch = batchSize; batch === batchSize; released += batch) {
    batch = await transaction(services.db, async (tx) => {
      const count = await releaseBatch(tx, batchSize);
      if (count === 0) return 0;
      await recordAction(tx, admin, origin, {
        action: 'codes.release-reservations',
        subject: { type: 'codes', id: 'reserved' },
        after: { released: count },
      });
      return count;
    });
  }
  return released;
}
