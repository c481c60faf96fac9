import type { Queryable } from '../../database/pool.ts';
import { seedOffers } from './list-offers.ts';
import { type FreeFireOfferRow, freeFireOffersStore } from './offers.store.ts';

/** An offer by its id. The first reading creates the default offers (AMB-44). */
export async function findFreeFireOffer(db: Queryable, id: string): Promise<FreeFireOfferRow | undefined> {
  const offer = await freeFireOffersStore.byId.first(db, id);
  if (offer || (await seedOffers(db)) === 0) return offer;
  return freeFireOffersStore.byId.first(db, id);
}
