import type { MyPrices } from '@almas/contract/prices';
import type { Offer, Product } from '@almas/contract/products';

export type OwnPrice = MyPrices['offers'][number];
/** The own prices of the signed-in reseller by offer. An offer without one costs what all see. */
export type OwnPrices = ReadonlyMap<string, OwnPrice>;

export const byOffer = ({ offers }: MyPrices): OwnPrices =>
  new Map(offers.map((offer) => [offer.offerId, offer]));

/** What one of `quantity` codes costs: the price that the sale charges (sale_price of the database). */
export function priceAt(own: OwnPrices, offer: Pick<Offer, 'id' | 'price'>, quantity: number): number {
  const prices = own.get(offer.id);
  if (!prices) return offer.price;
  return prices.breaks.findLast(({ minQuantity }) => minQuantity <= quantity)?.price ?? prices.price;
}

/** The offer at the own price of one code. */
export const atOwnPrice = <Shown extends Pick<Offer, 'id' | 'price'>>(own: OwnPrices, offer: Shown): Shown =>
  own.has(offer.id) ? { ...offer, price: priceAt(own, offer, 1) } : offer;

/** The products with the own prices in their offers; the same list without any. */
export const withOwnPrices = (products: readonly Product[], own: OwnPrices): readonly Product[] =>
  own.size === 0
    ? products
    : products.map((product) => ({
        ...product,
        offers: product.offers.map((offer) => atOwnPrice(own, offer)),
      }));
