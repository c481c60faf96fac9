import type { ApiOffer } from '@almas/contract/reseller-api';
import type { Queryable } from '../../database/pool.ts';
import { readMyPrices } from '../prices/my-prices.ts';
import { catalogueReader } from '../products/catalogue.ts';

/** Returns a function that lists what an account can order now, at its own prices. */
export function offersReader(db: Queryable): (userId: string) => Promise<ApiOffer[]> {
  const readCatalogue = catalogueReader(db);
  return async (userId) => {
    const [{ products }, mine] = await Promise.all([readCatalogue(), readMyPrices(db, userId)]);
    const own = new Map(mine.offers.map((offer) => [offer.offerId, offer]));
    return products
      .filter(({ status }) => status === 'active')
      .flatMap(({ id: productId, name: productName, game, offers }) =>
        offers.map(({ id: offerId, name: offerName, value, region, price, stock }) => ({
          offerId,
          productId,
          productName,
          game,
          offerName,
          value,
          region,
          price: own.get(offerId)?.price ?? price,
          breaks: [...(own.get(offerId)?.breaks ?? [])],
          stock,
        })),
      );
  };
}
