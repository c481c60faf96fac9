import type { FreeFireOffer } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { raiseDatabaseError } from '../alerts/raise-alert.ts';
import { type FreeFireOfferRow, freeFireOffersStore } from './offers.store.ts';

const { defaultOffers } = stored.freeFire;
const seeds = JSON.stringify(defaultOffers.map((offer) => ({ ...offer, price: toCentimes(offer.price) })));

/** Inserts the five default offers when there are no offers (FFS-21, AMB-44). @returns how many were inserted */
export const seedOffers = (db: Queryable): Promise<number> => freeFireOffersStore.seed.run(db, seeds);

/** An offer by its id. The first call creates the default offers (AMB-44). */
export async function findFreeFireOffer(db: Queryable, id: string): Promise<FreeFireOfferRow | undefined> {
  const offer = await freeFireOffersStore.byId.first(db, id);
  if (offer || (await seedOffers(db)) === 0) return offer;
  return freeFireOffersStore.byId.first(db, id);
}

/** An offer as the API returns it, price in DA. */
export const presentOffer = (row: FreeFireOfferRow): FreeFireOffer => ({
  ...row,
  price: toDinars(row.price),
});

/** The offers by ascending value; the default ones when the database fails (FFS-20..22). */
export async function listOffers({ db, log, now }: Services): Promise<FreeFireOffer[]> {
  try {
    const rows = await freeFireOffersStore.byValue.all(db);
    if (rows.length > 0) return rows.map(presentOffer);
    await seedOffers(db);
    return (await freeFireOffersStore.byValue.all(db)).map(presentOffer);
  } catch (error) {
    // Raises an alert, because the default prices may differ from the real ones.
    raiseDatabaseError(log, 'free-fire.offers', error);
    const at = now().toISOString();
    return defaultOffers.map((offer) => ({
      ...offer,
      status: 'active',
      description: '',
      createdAt: at,
      updatedAt: at,
    }));
  }
}
