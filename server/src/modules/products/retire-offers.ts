import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { deleteUnsoldCodes } from '../codes/delete-unsold-codes.ts';
import { offersStore } from './offers.store.ts';

/** What the caller lets go: offer id → number of unsold codes that it was shown; or one number for all of the offers. */
export type AcceptedLosses = ReadonlyMap<string, number> | number;

/**
 * Takes offers out of sale for good: their available and reserved codes are deleted, their stock is zeroed; sold
 * codes and purchases stay (AMB-11).
 *
 * A sale may be under way. Its codes are locked: the deletion waits until it is decided, and then finds them sold or
 * free. A later pick finds the codes locked or gone, never an offer that still looks stocked. For this
 * the order must stay: offer, codes, stock. A sale writes its codes before its slot too, so no deadlock is possible.
 * @param accepted when given, more unsold codes than were accepted are refused
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
  // After the lock on the offers: an import that was under way is counted.
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
    throw fail('OFFERS_HOLD_CODES', { offers: stored.products.offersWithCodes(refused) });
}
