import { randomBytes } from 'node:crypto';
import type { Caller } from './callers.ts';

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

/** A name that no other journey uses: journeys of one worker share a database. */
export const uniqueName = (word: string): string => `${word} ${randomBytes(4).toString('hex')}`;

export const freshCodes = (count: number): string[] => {
  const series = randomBytes(5).toString('hex').toUpperCase();
  return Array.from({ length: count }, (_, index) => `${series}-${String(index).padStart(5, '0')}`);
};

/** A product through the API, with one offer unless told. */
export const createProduct = (admin: Caller, wishes: object = {}): Promise<ApiProduct> =>
  admin.call('POST', '/products', {
    name: uniqueName('Diamants'),
    game: uniqueName('Jeu'),
    offers: [{ name: '100+10 Diamants', value: '110 Diamants', price: 150 }],
    ...wishes,
  });

export const readProduct = (admin: Caller, id: string): Promise<ApiProduct> =>
  admin.call('GET', `/products/${id}`);

/** Codes for the first offer. */
export async function fillOffer(admin: Caller, product: ApiProduct, count: number): Promise<string[]> {
  const codes = freshCodes(count);
  await admin.call('POST', `/products/${product.id}/offers/${product.offers[0]?.id}/codes`, { codes });
  return codes;
}
