import { demoLevels } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { setLevelOfUser, setPricesOfUser } from '../modules/prices/account-prices.ts';
import { createLevel, setPricesOfLevel } from '../modules/prices/price-levels.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import type { ShopOffer } from './stock-shop.ts';

/** Three levels with a break at ten codes, given to three of four resellers in turn, and prices of their own for the first reseller. */
export async function setPrices(
  services: Services,
  admin: Actor,
  origin: Origin,
  offers: readonly ShopOffer[],
  resellers: readonly Actor[],
): Promise<void> {
  const priced = (share: number, minQuantity = 1) =>
    offers.map(({ offerId, price }) => ({ offerId, minQuantity, price: Math.round(price * share) }));
  const levelIds: string[] = [];
  for (const { name, share, shareOfTen } of demoLevels) {
    const { response: level } = await execute(
      services,
      createLevel,
      callBy(admin, origin, { body: { name } }),
    );
    levelIds.push(level.id);
    const params = { id: level.id };
    const body = { prices: [...priced(share), ...priced(shareOfTen, 10)] };
    await execute(services, setPricesOfLevel, callBy(admin, origin, { params, body }));
  }
  for (const [index, { id }] of resellers.entries()) {
    const levelId = levelIds[index % (levelIds.length + 1)];
    if (levelId === undefined) continue;
    const body = { levelId };
    await execute(services, setLevelOfUser, callBy(admin, origin, { params: { id }, body }));
  }
  const [first] = resellers;
  const own = [...priced(0.96).slice(0, 3), ...priced(0.955, 10).slice(0, 3)];
  if (first)
    await execute(
      services,
      setPricesOfUser,
      callBy(admin, origin, { params: { id: first.id }, body: { prices: own } }),
    );
}
