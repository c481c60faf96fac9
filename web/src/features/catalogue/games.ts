import { containsWords, foldedWords } from '@almas/contract/fold-text';
import type { Offer, Product } from '@almas/contract/products';

/** One tile of the games grid. `lowestPrice` in DA, null when no offer has a price. */
export interface GameSummary {
  readonly game: string;
  readonly products: number;
  readonly active: number;
  readonly stock: number;
  readonly lowestPrice: number | null;
  /** An active product has an offer with a price, in stock or not. */
  readonly onSale: boolean;
}

const isOnSale = (product: Product) => product.status === 'active';
const pricesOf = (products: readonly Product[]) =>
  products.flatMap(({ offers }) => offers.map(({ price }) => price)).filter((price) => price > 0);

/** The games by name, those with nothing for sale last: drafts do not count, stock and price are those of active products (AMB-31). */
export function summariseGames(products: readonly Product[]): GameSummary[] {
  const games = new Map<string, Product[]>();
  for (const product of products) {
    if (product.status !== 'draft') games.set(product.game, [...(games.get(product.game) ?? []), product]);
  }
  return [...games]
    .map(([game, all]) => {
      const active = all.filter(isOnSale);
      const prices = pricesOf(active);
      return {
        game,
        products: all.length,
        active: active.length,
        stock: active.flatMap(({ offers }) => offers).reduce((sum, { stock }) => sum + stock, 0),
        lowestPrice: prices.length > 0 ? Math.min(...prices) : null,
        onSale: prices.length > 0,
      };
    })
    .sort((a, b) => Number(b.onSale) - Number(a.onSale) || a.game.localeCompare(b.game, 'fr'));
}

export interface CatalogueFilter {
  readonly search: string;
  /** '' is every region. */
  readonly region: string;
  /** DA, inclusive (AMB-81); null is no bound. */
  readonly min: number | null;
  readonly max: number | null;
}
export const noFilter: CatalogueFilter = { search: '', region: '', min: null, max: null };

const offerPasses = (offer: Offer, { region, min, max }: CatalogueFilter) =>
  (region === '' || offer.region === region) &&
  (min === null || offer.price >= min) &&
  (max === null || offer.price <= max);

function searchPasses(product: Product, search: string): boolean {
  const texts = [product.name, product.description, product.category];
  for (const offer of product.offers) texts.push(offer.name, offer.value);
  return containsWords(texts.join(' '), search);
}

/** The active products of a game with the offers that match; a product without any is left out. */
export function filterProducts(
  products: readonly Product[],
  game: string,
  filter: CatalogueFilter,
): Product[] {
  return products
    .filter((product) => product.game === game && isOnSale(product) && searchPasses(product, filter.search))
    .map((product) => ({ ...product, offers: product.offers.filter((offer) => offerPasses(offer, filter)) }))
    .filter((product) => product.offers.length > 0);
}

export const hasFilter = ({ search, region, min, max }: CatalogueFilter): boolean =>
  foldedWords(search).length > 0 || region !== '' || min !== null || max !== null;

/** The choices of the region filter, built from the offers. */
export function regionsOf(products: readonly Product[], game: string): string[] {
  const shown = products.filter((product) => product.game === game && isOnSale(product));
  return [...new Set(shown.flatMap(({ offers }) => offers.map(({ region }) => region)))].sort();
}
