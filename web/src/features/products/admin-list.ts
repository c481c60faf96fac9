import { containsWords } from '@almas/contract/fold-text';
import type { Product } from '@almas/contract/products';

export type StatusFilter = 'all' | Product['status'];

export interface GameLine {
  readonly game: string;
  readonly products: number;
  readonly active: number;
  /** Codes that can be sold. */
  readonly stock: number;
  /** Offers without a code left. */
  readonly emptyOffers: number;
}

export const stockOf = ({ offers }: Pick<Product, 'offers'>): number =>
  offers.reduce((sum, { stock }) => sum + stock, 0);

const emptyOffersOf = ({ offers }: Product) => offers.filter(({ stock }) => stock === 0).length;

/** Lowest price of a product in DA; null without an offer. */
export const lowestPrice = ({ offers }: Product): number | null =>
  offers.length > 0 ? Math.min(...offers.map(({ price }) => price)) : null;

/** The products that match the search (in name, game and description) and the status. */
export function selectProducts(
  products: readonly Product[],
  search: string,
  status: StatusFilter,
): Product[] {
  return products.filter(
    (product) =>
      (status === 'all' || product.status === status) &&
      containsWords(`${product.name} ${product.game} ${product.description}`, search),
  );
}

/** The games of these products, by name. */
export function gamesOf(products: readonly Product[]): GameLine[] {
  const games = new Map<string, Product[]>();
  for (const product of products) {
    const known = games.get(product.game);
    if (known) known.push(product);
    else games.set(product.game, [product]);
  }
  return [...games]
    .map(([game, all]) => ({
      game,
      products: all.length,
      active: all.filter(({ status }) => status === 'active').length,
      stock: all.reduce((sum, product) => sum + stockOf(product), 0),
      emptyOffers: all.reduce((sum, product) => sum + emptyOffersOf(product), 0),
    }))
    .sort((a, b) => a.game.localeCompare(b.game, 'fr'));
}

/** How the list is sorted: by name, or by the codes that can be sold. */
export type ProductSort = 'name' | 'stock';

const byStock = (a: { stock: number }, b: { stock: number }) => a.stock - b.stock;

/** Sorted; equal stocks are ordered by name. */
function inOrder<Entry>(
  entries: readonly Entry[],
  lineOf: (entry: Entry) => { readonly name: string; readonly stock: number },
  sort: ProductSort,
  order: 'asc' | 'desc',
): Entry[] {
  const sign = order === 'asc' ? 1 : -1;
  return entries
    .map((entry) => ({ entry, ...lineOf(entry) }))
    .sort(
      (a, b) =>
        (sort === 'stock' ? sign * byStock(a, b) : 0) ||
        (sort === 'name' ? sign : 1) * a.name.localeCompare(b.name, 'fr'),
    )
    .map(({ entry }) => entry);
}

export const sortProducts = (products: readonly Product[], sort: ProductSort, order: 'asc' | 'desc') =>
  inOrder(products, (product) => ({ name: product.name, stock: stockOf(product) }), sort, order);

export const sortGames = (games: readonly GameLine[], sort: ProductSort, order: 'asc' | 'desc') =>
  inOrder(games, ({ game, stock }) => ({ name: game, stock }), sort, order);
