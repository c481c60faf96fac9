import { demoReasons, demoTexts } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { statement } from '../database/statement.ts';
import { importCodes } from '../modules/codes/import-codes.ts';
import { purchaseCodes } from '../modules/purchases/purchase-codes.ts';
import { rechargeUser } from '../modules/wallet/recharge-user.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import { seededRandom } from './seeded-random.ts';
import { drawCode, type ShopOffer } from './stock-shop.ts';

const months = 11;
const clock = statement<[], { now: string }>('demo.now', 'SELECT clock_timestamp() AS now');

/**
 * The eleven months before the month of the demonstration: recharges and sales, fewer at first. Their codes are imported beside the stock of
 * the shop, which is what it was afterwards. @returns when they ended
 */
export async function tradeEarlier(
  services: Services,
  admin: Actor,
  origin: Origin,
  offers: readonly ShopOffer[],
  resellers: readonly Actor[],
): Promise<string> {
  const random = seededRandom(1_830);
  const plan = Array.from({ length: months }, (_, month) =>
    resellers.map((reseller) => ({
      reseller,
      bought: Array.from({ length: random.between(1, 2 + Math.ceil(month / 3)) }, () => random.oneOf(offers)),
    })),
  );
  const all = plan.flat().flatMap(({ bought }) => bought);
  for (const [index, { productId, offerId, price }] of offers.entries()) {
    const lines = all.filter((offer) => offer.offerId === offerId).map(() => drawCode(random));
    if (lines.length === 0) continue;
    const batch = {
      ...(index % 5 !== 4 && { unitCost: Math.round(price * 0.92) }),
      label: demoTexts.earlier,
    };
    const params = { id: productId, offerId };
    await execute(
      services,
      importCodes,
      callBy(admin, origin, { params, body: { codes: lines, source: '', batch } }),
    );
  }
  for (const { reseller, bought } of plan.flat()) {
    const amount = Math.ceil(bought.reduce((sum, { price }) => sum + price, 0) / 1_000) * 1_000;
    const body = { adminId: undefined, amount, note: demoReasons.cash };
    await execute(services, rechargeUser, callBy(admin, origin, { params: { id: reseller.id }, body }));
    for (const { productId, offerId } of bought)
      await execute(
        services,
        purchaseCodes,
        callBy(reseller, origin, { body: { productId, offerId, quantity: 1 } }),
      );
  }
  return (await clock.one(services.db)).now;
}
