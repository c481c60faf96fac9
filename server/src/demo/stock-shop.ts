import { demoProducts } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { importCodes } from '../modules/codes/import-codes.ts';
import { createProduct } from '../modules/products/create-product.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import type { SeededRandom } from './seeded-random.ts';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** An offer that can be bought from. Price in DA. */
export interface ShopOffer {
  readonly productId: string;
  readonly offerId: string;
  readonly price: number;
}

/** Products with codes in stock. @returns the offers that are on sale. */
export async function stockShop(
  services: Services,
  admin: Actor,
  origin: Origin,
  random: SeededRandom,
): Promise<ShopOffer[]> {
  const onSale: ShopOffer[] = [];
  for (const { offers, ...info } of demoProducts) {
    const inputs = offers.map(([name, value, price]) => ({ name, value, price, region: 'DZ', source: '' }));
    const body = { ...info, imageUrl: '', redeemText: '', redeemLink: '', offers: inputs };
    const { response: product } = await execute(services, createProduct, callBy(admin, origin, { body }));
    for (const [index, offer] of product.offers.entries()) {
      const stock = offers[index]?.[3] ?? 0;
      if (stock === 0) continue;
      const lines = Array.from({ length: stock }, () => drawCode(random));
      const params = { id: product.id, offerId: offer.id };
      const source = `${info.game} ${offer.name}.csv`.toLowerCase().replaceAll(' ', '-');
      const serials = lines.map(() => String(random.between(9_000_000_000, 9_999_999_999)));
      const sent = { codes: lines, serials, source };
      await execute(services, importCodes, callBy(admin, origin, { params, body: sent }));
      if (info.status === 'active')
        onSale.push({ productId: product.id, offerId: offer.id, price: offer.price });
    }
  }
  return onSale;
}

const drawCode = (random: SeededRandom): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[random.between(0, alphabet.length - 1)]).join(''),
  ).join('-');
