import type { Transaction } from '../../database/transaction.ts';
import { codesStore } from './codes.store.ts';

const pageSize = 2_000;

/**
 * Deletes the available and reserved codes of offers, waiting for sales that are not decided yet.
 * @returns how many were deleted
 */
export async function deleteUnsoldCodes(tx: Transaction, offerIds: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const offerId of offerIds) {
    for (let after: Buffer | null = Buffer.alloc(0); after; ) {
      const page: { deleted: number; last: Buffer | null } = await codesStore.deleteUnsold.one(
        tx,
        offerId,
        after,
        pageSize,
      );
      deleted += page.deleted;
      after = page.last;
    }
  }
  return deleted;
}
