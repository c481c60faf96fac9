import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { deleteUnsoldCodes } from '../codes/delete-unsold-codes.ts';
import { offersStore } from './offers.store.ts';

/** The number of unsold codes that the caller agrees to delete: by offer id, or for all offers together. */
export type AcceptedLosses = ReadonlyMap<string, number> | number;

/**
 * Retires offers: deletes their available and reserved codes and sets their stock to 0; sold codes and purchases stay (AMB-11).
 *
 * A sale may be in progress. It has locked its codes, so the deletion waits for its commit or rollback, and then finds them sold or
 * available. A later sale finds the codes locked or deleted, never an offer with stock and no code. This requires the order offer,
 * codes, stock. A sale also writes its codes before the stock, so that the two cannot deadlock.
 * @param accepted when given, the call is refused if there are more unsold codes
 * @returns how many codes were deleted
 * @throws AppError OFFERS_HOLD_CODES
 */
export async function retireOffers(
  tx: DbTransaction,
  offerIds: readonly string[],
  accepted?: AcceptedLosses,
): Promise<number> {
  if (offerIds.length === 0) return 0;
  await offersStore.retire.run(tx, offerIds);
  // After the offers are locked, so that an import in progress has committed and is counted.
  if (accepted !== undefined) await checkLosses(tx, offerIds, accepted);
  const deleted = await deleteUnsoldCodes(tx, offerIds);
  await offersStore.clearStock.run(tx, offerIds);
  return deleted;
}

async function checkLosses(tx: DbTransaction, offerIds: readonly string[], accepted: AcceptedLosses) {
  const holding = await offersStore.holdingCodes.all(tx, offerIds);
  const all = holding.reduce((sum, { codes }) => sum + codes, 0);
  const refused =
    typeof accepted === 'number'
      ? holding.filter(() => all > accepted)
      : holding.filter(({ id, codes }) => codes > (accepted.get(id) ?? 0));
  if (refused.length > 0)
    throw fail('OFFERS_HOLD_CODES', { offers: refused.map(({ name, codes }) => ({ name, codes })) });
}
