import { demoCustomers, demoTexts } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { listCustomers, renameCustomer } from '../modules/free-fire/customers.ts';
import { saveRetailPrice } from '../modules/shop/retail-prices.ts';
import { readShopProfile, saveShopProfile } from '../modules/shop/shop-profile.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import type { ShopOffer } from './stock-shop.ts';

/** A tenth above what the reseller pays, in steps of 10 DA. */
const retailPriceOf = ({ price }: ShopOffer): number => Math.ceil((price * 1.1) / 10) * 10;

/** What the counters of resellers hold: the foot of their tickets, prices of their own, customers with names. */
export async function openCounters(
  services: Services,
  origin: Origin,
  offers: readonly ShopOffer[],
  resellers: readonly Actor[],
): Promise<void> {
  for (const [index, reseller] of resellers.entries()) {
    const { name, phone } = await readShopProfile(services.db, reseller.id);
    const paperWidth = index % 2 === 0 ? ('58' as const) : ('80' as const);
    const body = { name, phone, footer: demoTexts.ticketFooter, paperWidth, showPrice: true };
    await execute(services, saveShopProfile, callBy(reseller, origin, { body }));
    for (const offer of offers) {
      const params = { offerId: offer.offerId };
      const price = retailPriceOf(offer);
      await execute(services, saveRetailPrice, callBy(reseller, origin, { params, body: { price } }));
    }
    const { items } = await listCustomers(services.db, reseller, {
      search: '',
      limit: demoCustomers.length,
      cursor: undefined,
    });
    for (const [at, { id }] of items.entries()) {
      const label = demoCustomers[(index + at) % demoCustomers.length] ?? '';
      await execute(services, renameCustomer, callBy(reseller, origin, { params: { id }, body: { label } }));
    }
  }
}
