import type { DbTransaction } from '../../database/transaction.ts';
import { codesStore } from './codes.store.ts';

const pageSize = 2_000;

/**
 * Deletes the available and reserved codes of offers, waiting for sales that are not decided yet. Sold codes stay, and
 * are never imported again; a code that was deleted unsold may be.
 * @returns how many were deleted
 */
export async function deleteUnsoldCodes(tx: DbTransaction, offerIds: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const offerId of offerIds) {
    // Reserved ones first: a reservation may end meanwhile. What is reserved meanwhile is left for the last statement.
    for (const page of [codesStore.deleteReserved, codesStore.deleteAvailable]) {
      let after: { createdAt: string; id: number } | undefined = { createdAt: '-infinity', id: 0 };
      while (after) {
        const { createdAt, id, ...done } = await page.one(tx, offerId, after.createdAt, after.id, pageSize);
        deleted += done.deleted;
        after = createdAt === null || id === null ? undefined : { createdAt, id };
      }
    }
    deleted += await codesStore.deleteRemaining.run(tx, offerId);
  }
  return deleted;
}
