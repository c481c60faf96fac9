import { randomBytes } from 'node:crypto';
import type { Caller } from './callers.ts';

interface ShelfOffer {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}

export interface ShelfProduct {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly status: string;
  readonly description: string;
  readonly offers: readonly ShelfOffer[];
}

/** A name that no other journey uses: journeys of one worker share a database. */
export const uniqueName = (word: string): string => `${word} ${randomBytes(4).toString('hex')}`;

export const freshCodes = (count: number): string[] => {
  const series = randomBytes(5).toString('hex').toUpperCase();
  return Array.from({ length: count }, (_, index) => `${series}-${String(index).padStart(5, '0')}`);
};

/** A product through the API, with one offer unless told. */
export const putOnShelf = (admin: Caller, wishes: object = {}): Promise<ShelfProduct> =>
  admin.call('POST', '/products', {
    name: uniqueName('Diamants'),
    game: uniqueName('Jeu'),
    offers: [{ name: '100+10 Diamants', value: '110 Diamants', price: 150 }],
    ...wishes,
  });

export const readProduct = (admin: Caller, id: string): Promise<ShelfProduct> =>
  admin.call('GET', `/products/${id}`);

/** Codes for the first offer. */
export async function fillOffer(admin: Caller, product: ShelfProduct, count: number): Promise<string[]> {
  const codes = freshCodes(count);
  await admin.call('POST', `/products/${product.id}/offers/${product.offers[0]?.id}/codes`, { codes });
  return codes;
}
