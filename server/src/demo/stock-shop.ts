import { demoProducts, demoSuppliers } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { importCodes } from '../modules/codes/import-codes.ts';
import { createProduct } from '../modules/products/create-product.ts';
import { createSupplier } from '../modules/suppliers/write-supplier.ts';
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
  const supplierIds = await addSuppliers(services, admin, origin);
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
      const batch = batchOf(offer.price, onSale.length, supplierIds);
      const sent = { codes: lines, serials, source, batch };
      await execute(services, importCodes, callBy(admin, origin, { params, body: sent }));
      if (info.status === 'active')
        onSale.push({ productId: product.id, offerId: offer.id, price: offer.price });
    }
  }
  return onSale;
}

async function addSuppliers(services: Services, admin: Actor, origin: Origin): Promise<string[]> {
  const ids: string[] = [];
  for (const body of demoSuppliers) {
    const { response } = await execute(services, createSupplier, callBy(admin, origin, { body }));
    ids.push(response.id);
  }
  return ids;
}

/** What the owner paid: 6 to 10 % less than the price; one supplier is paid in dollars. The cost of every fifth batch is not known. */
function batchOf(price: number, position: number, supplierIds: readonly string[]) {
  const index = position % supplierIds.length;
  const unitCost = Math.round(price * (0.94 - index * 0.02));
  return {
    supplierId: supplierIds[index],
    ...(position % 5 !== 4 && { unitCost, ...(index === 2 && { currency: 'USD', rate: 240 }) }),
  };
}

export const drawCode = (random: SeededRandom): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[random.between(0, alphabet.length - 1)]).join(''),
  ).join('-');
