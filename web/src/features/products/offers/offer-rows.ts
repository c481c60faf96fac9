import { containsWords } from '@almas/contract/fold-text';
import type { Offer, Product } from '@almas/contract/products';
import type { OfferSales } from '@almas/contract/stock';

/** An offer with what the table shows of its product and its sales. */
export interface OfferRow {
  readonly id: string;
  readonly product: Product;
  readonly offer: Offer;
  /** Undefined while it is read; zero for an offer that sells nothing. */
  readonly sales: Pick<OfferSales, 'sold' | 'days' | 'reorder'> | undefined;
}

const unsold = { sold: 0, days: null, reorder: false } as const;

/** The offers of these products, with their sales once they are known. */
export function offerRows(
  products: readonly Product[],
  sales: readonly OfferSales[] | undefined,
): OfferRow[] {
  const known = sales && new Map(sales.map((entry) => [entry.offerId, entry]));
  return products.flatMap((product) =>
    product.offers.map((offer) => ({
      id: offer.id,
      product,
      offer,
      sales: known && (known.get(offer.id) ?? unsold),
    })),
  );
}

/** Those whose game, product, name, value or region has the words of a search. */
export const selectOffers = (rows: readonly OfferRow[], search: string): OfferRow[] =>
  rows.filter(({ product, offer }) =>
    containsWords(`${product.game} ${product.name} ${offer.name} ${offer.value} ${offer.region}`, search),
  );

const figures: Readonly<Record<string, (row: OfferRow) => number>> = {
  stock: ({ offer }) => offer.stock,
  sold: ({ sales }) => sales?.sold ?? 0,
};

/** By game and product, the offers of each in their own order; or by a figure, equal ones by name. */
export function sortOffers(rows: readonly OfferRow[], sort: string, order: 'asc' | 'desc'): OfferRow[] {
  const sign = order === 'asc' ? 1 : -1;
  const figure = figures[sort];
  const byName = (a: OfferRow, b: OfferRow) =>
    a.product.game.localeCompare(b.product.game, 'fr') ||
    a.product.name.localeCompare(b.product.name, 'fr') ||
    a.product.id.localeCompare(b.product.id);
  return [...rows].sort((a, b) =>
    figure ? sign * (figure(a) - figure(b)) || byName(a, b) : sign * byName(a, b),
  );
}
