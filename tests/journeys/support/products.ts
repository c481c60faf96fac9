import { randomBytes } from 'node:crypto';
import type { Caller } from './callers.ts';

interface ProductOptions {
  readonly name?: string;
  readonly game?: string;
  readonly status?: 'active' | 'inactive' | 'draft';
  readonly offers?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly price: number;
    readonly region?: string;
    /** Codes to import. */
    readonly stock?: number;
  }[];
}

export interface ProductWithCodes {
  readonly id: string;
  readonly game: string;
  readonly name: string;
  readonly offers: readonly {
    readonly id: string;
    readonly name: string;
    readonly codes: readonly string[];
  }[];
}

export const newCode = () => randomBytes(8).toString('hex').toUpperCase();

/** Creates a product with codes as an administrator. Its game is a new one unless it is given. */
export async function createProductWithCodes(
  admin: Caller,
  options: ProductOptions = {},
): Promise<ProductWithCodes> {
  const { game = `Jeu ${newCode().slice(0, 6)}`, name = 'Diamants', status = 'active' } = options;
  const offers = options.offers ?? [{ name: '100 + 10', value: '110 Diamants', price: 150, stock: 3 }];
  const product = await admin.call('POST', '/products', {
    name,
    game,
    status,
    offers: offers.map(({ stock, value = '110 Diamants', ...offer }) => ({ ...offer, value })),
  });
  const created = [];
  for (const [index, offer] of product.offers.entries()) {
    const codes = Array.from({ length: offers[index]?.stock ?? 0 }, newCode);
    if (codes.length > 0)
      await admin.call('POST', `/products/${product.id}/offers/${offer.id}/codes`, { codes });
    created.push({ id: offer.id, name: offer.name, codes });
  }
  return { id: product.id, game, name, offers: created };
}

/** Buys through the API. */
export const purchase = (buyer: Caller, product: ProductWithCodes, { offer = 0, quantity = 1 } = {}) =>
  buyer.call('POST', '/purchases', { productId: product.id, offerId: product.offers[offer]?.id, quantity });

interface ApiOffer {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

export interface ApiProduct {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly status: string;
  readonly description: string;
  readonly offers: readonly ApiOffer[];
}

/** A word with a random suffix: the tests of a file share a database. */
export const uniqueName = (word: string): string => `${word} ${randomBytes(4).toString('hex')}`;

/** The letter in front: the reader of lists doubts a code of digits alone beside others with letters. */
export const newCodes = (count: number): string[] => {
  const series = `K${randomBytes(5).toString('hex').toUpperCase()}`;
  return Array.from({ length: count }, (_, index) => `${series}-${String(index).padStart(5, '0')}`);
};

/** Creates a product through the API, with one offer by default. */
export const createProduct = (admin: Caller, options: object = {}): Promise<ApiProduct> =>
  admin.call('POST', '/products', {
    name: uniqueName('Diamants'),
    game: uniqueName('Jeu'),
    offers: [{ name: '100+10 Diamants', value: '110 Diamants', price: 150 }],
    ...options,
  });

export const readProduct = (admin: Caller, id: string): Promise<ApiProduct> =>
  admin.call('GET', `/products/${id}`);

/** Imports codes into the first offer. */
export async function importCodes(admin: Caller, product: ApiProduct, count: number): Promise<string[]> {
  const codes = newCodes(count);
  await admin.call('POST', `/products/${product.id}/offers/${product.offers[0]?.id}/codes`, { codes });
  return codes;
}
