import type { DbTransaction } from '../../database/transaction.ts';
import { codesStore } from './codes.store.ts';

const pageSize = 2_000;

/**
 * Deletes the available and reserved codes of offers, after waiting for sales in progress. Sold codes stay and cannot be imported
 * again; deleted ones can. @returns how many were deleted
 */
export async function deleteUnsoldCodes(tx: DbTransaction, offerIds: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const offerId of offerIds) {
    // Reserved codes first, since they may become available meanwhile. The last statement deletes those that become reserved meanwhile.
    for (const page of [codesStore.deleteReserved, codesStore.deleteAvailable]) {
      let after: { createdAt: string; id: number } | undefined = { createdAt: '-infinity', id: 0 };
      while (after) {
        const { createdAt, id, ...done } = await page.one(tx, { offerId, ...after, limit: pageSize });
        deleted += done.deleted;
        after = createdAt === null || id === null ? undefined : { createdAt, id };
      }
    }
    deleted += (await codesStore.deleteRemaining.one(tx, offerId)).deleted;
  }
  return deleted;
}
