import type { Queryable } from '../../database/pool.ts';
import { seedOffers } from './list-offers.ts';
import { type OfferRow, offersStore } from './offers.store.ts';

/** An offer by its id. The first reading creates the default offers (AMB-44). */
export async function findOffer(db: Queryable, id: string): Promise<OfferRow | undefined> {
  const offer = await offersStore.byId.first(db, id);
  if (offer || (await seedOffers(db)) === 0) return offer;
  return offersStore.byId.first(db, id);
}
