import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { checkOfferStatusChange } from '../../extensions/offer-status.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { findFreeFireOffer } from './find-offer.ts';
import { type FreeFireOfferRow, freeFireOffersStore } from './offers.store.ts';

export interface OfferChanges {
  /** In DA. */
  readonly price?: number | undefined;
  readonly status?: FreeFireOfferRow['status'] | undefined;
}

/**
 * Changes the price of an offer, and its status where the extension allows it (AMB-09). Requests that
 * were made before keep what they were sold for.
 * @throws AppError OFFER_NOT_FOUND, FREE_FIRE_STATUS_STATIC
 */
export function updateOffer(
  services: Services,
  admin: Actor,
  origin: Origin,
  id: string,
  changes: OfferChanges,
): Promise<FreeFireOfferRow> {
  return transaction(services.db, async (tx) => {
    await findFreeFireOffer(tx, id);
    const before = await freeFireOffersStore.lock.first(tx, id);
    if (!before) throw fail('OFFER_NOT_FOUND');
    if (changes.status !== undefined) checkOfferStatusChange(services.config);
    const price = changes.price === undefined ? before.price : toCentimes(changes.price);
    const after = await freeFireOffersStore.update.one(tx, id, price, changes.status ?? before.status);
    await recordAction(tx, admin, origin, {
      action: 'free-fire.update-offer',
      subject: { type: 'free-fire-offer', id, name: before.name },
      before: { price: toDinars(before.price), status: before.status },
      after: { price: toDinars(after.price), status: after.status },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'service-config' }));
    return after;
  });
}
