import type { Transaction } from '../../database/transaction.ts';
import { codesStore } from './codes.store.ts';

/**
 * Deletes the available and reserved codes of offers, waiting for sales that are not decided yet.
 * @returns how many were deleted
 */
export const deleteUnsoldCodes = (tx: Transaction, offerIds: readonly string[]): Promise<number> =>
  codesStore.deleteUnsold.run(tx, offerIds);
