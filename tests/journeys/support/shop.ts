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

/** A product on sale with its codes, made by the administrator. The game is a new one unless it is named. */
export async function createProductWithCodes(
  admin: Caller,
  shelf: ProductOptions = {},
): Promise<ProductWithCodes> {
  const { game = `Jeu ${newCode().slice(0, 6)}`, name = 'Diamants', status = 'active' } = shelf;
  const offers = shelf.offers ?? [{ name: '100 + 10', value: '110 Diamants', price: 150, stock: 3 }];
  const product = await admin.call('POST', '/products', {
    name,
    game,
    status,
    offers: offers.map(({ stock, value = '110 Diamants', ...offer }) => ({ ...offer, value })),
  });
  const shelved = [];
  for (const [index, offer] of product.offers.entries()) {
    const codes = Array.from({ length: offers[index]?.stock ?? 0 }, newCode);
    if (codes.length > 0)
      await admin.call('POST', `/products/${product.id}/offers/${offer.id}/codes`, { codes });
    shelved.push({ id: offer.id, name: offer.name, codes });
  }
  return { id: product.id, game, name, offers: shelved };
}

/** Buys through the API. */
export const purchase = (buyer: Caller, product: ProductWithCodes, { offer = 0, quantity = 1 } = {}) =>
  buyer.call('POST', '/purchases', { productId: product.id, offerId: product.offers[offer]?.id, quantity });
