import type { Transaction } from '../../database/transaction.ts';
import { deleteUnsoldCodes } from '../codes/delete-unsold-codes.ts';
import { offersStore } from './offers.store.ts';

/**
 * Takes offers out of sale for good: their available and reserved codes are deleted, their stock is zeroed; sold
 * codes and purchases stay (AMB-11).
 *
 * A sale may be under way. Its codes are locked: the deletion waits until it is decided, and then finds them sold or
 * free. Whoever picks after that finds the codes locked or gone, never an offer that still looks stocked. For this
 * the order must stay: offer, codes, stock. A sale writes its codes before its slot too, so nobody waits in a circle.
 * @returns how many codes were deleted
 */
export async function retireOffers(tx: Transaction, offerIds: readonly string[]): Promise<number> {
  if (offerIds.length === 0) return 0;
  await offersStore.retire.run(tx, offerIds);
  const deleted = await deleteUnsoldCodes(tx, offerIds);
  await offersStore.clearStock.run(tx, offerIds);
  return deleted;
}
