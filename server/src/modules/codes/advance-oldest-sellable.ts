import type { Queryable } from '../../database/pool.ts';
import { codesStore } from './codes.store.ts';

/** How often a server moves fronts. */
export const advanceSeconds = 5;
/** A beat that was missed, because another server was at it, costs nothing. */
const lately = 3 * advanceSeconds;

/**
 * Moves the front of each shelf that sold lately to its oldest code that is for sale or reserved. What a sale under way
 * may still give back counts as for sale. An offer that is being imported into is left for the next time, since its
 * codes cannot be seen yet. @returns how many have moved
 */
export async function advanceOldestSellable(tx: Queryable): Promise<number> {
  let moved = 0;
  // A statement for each: it sees whatever was imported until the shelves were locked, and stays short.
  for (const { id } of await codesStore.lockShelves.all(tx, lately))
    moved += await codesStore.moveFront.run(tx, id);
  return moved;
}
