import { freeFire } from '@almas/contract/free-fire';
import { fail } from '../../app-error.ts';
import { isOn } from '../../feature-switches.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { findFreeFireOffer, presentOffer } from './list-offers.ts';
import { freeFireOffersStore } from './offers.store.ts';

/**
 * Changes the price of an offer, and its status where the switch `offer-status` allows it: static otherwise, as the specification has it (AMB-09). Existing requests keep their price. A caller that
 * sends the price it has read does not overwrite a concurrent change.
 */
export const updateFreeFireOffer = command(freeFire.updateOffer, {
  prepare: ({ services }) => isOn(services, 'offer-status'),
  run: async ({ tx, params: { id }, body: changes, prepared: canChangeStatus }) => {
    await findFreeFireOffer(tx, id);
    const before = await freeFireOffersStore.lock.first(tx, id);
    if (!before) throw fail('OFFER_NOT_FOUND');
    if (changes.status !== undefined && !canChangeStatus) throw fail('FREE_FIRE_STATUS_STATIC');
    const current = toDinars(before.price);
    const price = changes.price === undefined ? before.price : toCentimes(changes.price);
    const status = changes.status ?? before.status;
    // Also a change whose answer was lost and that is sent again: its own price is no colleague's.
    if (price === before.price && status === before.status)
      return { response: presentOffer(before), effects: { audit: nothingChanged } };
    if (changes.expectedPrice !== undefined && changes.expectedPrice !== current)
      throw fail('PRICE_CHANGED', { price: current });
    const after = await freeFireOffersStore.update.one(tx, id, price, status);
    return {
      response: presentOffer(after),
      effects: {
        audit: {
          action: 'free-fire.update-offer',
          subject: { type: 'free-fire-offer', id, name: before.name },
          before: { price: current, status: before.status },
          after: { price: toDinars(after.price), status: after.status },
        },
        events: [['everyone', { type: 'service-config' }]],
      },
    };
  },
});
