import { randomBytes } from 'node:crypto';
import type { TestUser } from './users.ts';

export interface ShopOffer {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly price: number;
  readonly region: string;
  readonly stock: number;
}

export interface ShopProduct {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly offers: ShopOffer[];
}

export interface ProductOptions {
  readonly name?: string;
  readonly game?: string;
  readonly category?: string;
  readonly status?: 'active' | 'inactive' | 'draft';
  /** One offer at 100 DA by default. `price` in DA. */
  readonly offers?: readonly { readonly name?: string; readonly price?: number }[];
}

/** Creates a product through the API; its offers have no stock. */
export async function createProduct(admin: TestUser, options: ProductOptions = {}): Promise<ShopProduct> {
  const response = await admin.post('/api/products', {
    name: 'Diamants',
    game: 'Free Fire',
    ...options,
    offers: (options.offers ?? [{}]).map((offer, index) => ({
      name: `Offre ${index + 1}`,
      value: '110 Diamants',
      price: 100,
      ...offer,
    })),
  });
  if (response.status !== 200) throw new Error(`product refused: ${response.text}`);
  return response.body;
}

/** The offer of a product at `index`, by default the first. */
export function offerOf(product: ShopProduct, index = 0): ShopOffer {
  const offer = product.offers[index];
  if (!offer) throw new Error(`the product has no offer ${index}`);
  return offer;
}

/** The address of the codes of an offer, by default the first. */
export const codesPath = (product: ShopProduct, offer: Pick<ShopOffer, 'id'> = offerOf(product)) =>
  `/api/products/${product.id}/offers/${offer.id}/codes`;

/** Buys codes of the product's first offer. */
export const buy = (user: TestUser, product: ShopProduct, quantity = 1, headers?: Record<string, string>) =>
  user.post('/api/purchases', { productId: product.id, offerId: offerOf(product).id, quantity }, headers);

/** How many codes of an offer are for sale. */
export const stockOf = async (admin: TestUser, product: ShopProduct, index = 0): Promise<number> =>
  offerOf((await admin.get(`/api/products/${product.id}`)).body, index).stock;

/** Unique codes, e.g. `3f9a1c-0007`. */
export function newCodes(count: number): string[] {
  const series = randomBytes(6).toString('hex');
  return Array.from({ length: count }, (_, index) => `${series}-${String(index).padStart(4, '0')}`);
}

/** Imports `stock` codes (or the given ones) through the API, into the first offer by default. @returns the codes */
export async function importCodes(
  admin: TestUser,
  product: ShopProduct,
  stock: number | readonly string[],
  offer: ShopOffer = offerOf(product),
): Promise<readonly string[]> {
  const codes = typeof stock === 'number' ? newCodes(stock) : stock;
  const response = await admin.post(codesPath(product, offer), { codes });
  if (response.status !== 200) throw new Error(`import refused: ${response.text}`);
  return codes;
}
