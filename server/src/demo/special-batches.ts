import { demoBatches } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import type { Database } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import { expireBatches } from '../modules/codes/expire-batches.ts';
import { importCodes } from '../modules/codes/import-codes.ts';
import { recallBatch } from '../modules/codes/withdraw-codes.ts';
import { countSales } from '../modules/stock/count-sales.ts';
import { setThreshold } from '../modules/stock/set-threshold.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import type { ShopOffer } from './stock-shop.ts';

const codesOf = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${name}-${String(1_000 + index * 7)}-${String(4_000 + index)}`,
  );

/** A batch that was recalled, one that is about to expire, and thresholds for the first offers. */
export async function addSpecialBatches(
  services: Services,
  admin: Actor,
  origin: Origin,
  offers: readonly ShopOffer[],
): Promise<void> {
  for (const [index, { productId, offerId, price }] of offers.slice(0, 2).entries()) {
    const isRecalled = index === 0;
    const { response } = await execute(
      services,
      importCodes,
      callBy(admin, origin, {
        params: { id: productId, offerId },
        body: {
          codes: codesOf(isRecalled ? 'RAPPEL' : 'EXPIRE', 12),
          source: '',
          batch: {
            label: isRecalled ? demoBatches.recalled : demoBatches.expired,
            unitCost: Math.round(price * 0.88),
            ...(!isRecalled && { expiresOn: '2099-12-31' }),
          },
        },
      }),
    );
    if (isRecalled && response.batchId !== null)
      await execute(
        services,
        recallBatch,
        callBy(admin, origin, { params: { id: response.batchId }, body: { reason: demoBatches.reason } }),
      );
  }
  for (const { productId, offerId } of offers.slice(0, 4))
    await execute(
      services,
      setThreshold,
      callBy(admin, origin, {
        params: { id: productId, offerId },
        body: { minStock: 60, withholdDays: 0 },
      }),
    );
}

/** After the month was spread out: the date of one batch passes, and the sales are counted by day. */
export async function finishStock(owner: Database, services: Services): Promise<void> {
  await owner.query({
    text: `UPDATE code_batches SET expires_on = current_date - 3 WHERE label = $1`,
    values: [demoBatches.expired],
  });
  const batch = expireBatches(services);
  while ((await transaction(services.db, (tx) => batch(tx, 1))) > 0);
  while ((await transaction(services.db, (tx) => countSales(tx, 1))) > 0);
}
