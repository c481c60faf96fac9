import type { Queryable } from '../../database/pool.ts';
import { codesStore } from './codes.store.ts';

/** How often a server runs this job. */
export const advanceSeconds = 5;
/** Offers that sold within this time: a run skipped because another server holds the lock is harmless. */
const recentSeconds = 3 * advanceSeconds;

/**
 * Sets `oldest_sellable_at` of each offer that sold recently to its oldest code that is available or reserved. A code that
 * a sale in progress may still give back counts as available. An offer that is being imported into is left for the next run,
 * since its new codes cannot be seen yet. @returns how many offers changed
 */
export async function advanceOldestSellable(tx: Queryable): Promise<number> {
  let changed = 0;
  // One statement per offer: it sees every import that ended before the offers were locked, and stays short.
  for (const { id } of await codesStore.lockRecentlySold.all(tx, recentSeconds))
    changed += await codesStore.advanceOldestSellable.run(tx, id);
  return changed;
}
