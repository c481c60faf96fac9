import type { Queryable } from '../../database/pool.ts';
import { codesStore } from './codes.store.ts';

/**
 * Moves the front of each shelf that sold lately to its oldest code for sale or reserved. What a sale under way may
 * still give back is among them; an offer that is being imported into is left for the next time, since its codes cannot
 * be seen yet. @returns how many have moved
 */
export async function moveShelfFronts(tx: Queryable): Promise<number> {
  const offers = await codesStore.lockShelves.all(tx);
  if (offers.length === 0) return 0;
  // A statement of its own: it sees whatever was imported until the shelves were locked.
  return codesStore.moveFronts.run(
    tx,
    offers.map(({ id }) => id),
  );
}
