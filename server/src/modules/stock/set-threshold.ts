import { stock } from '@almas/contract/stock';
import { statement } from '../../database/statement.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { codesChanged } from '../codes/code-events.ts';
import { prepareImport } from '../codes/import-codes.ts';
import { releaseUndue } from '../codes/release-expired.ts';
import { lockOffer } from '../offers/find-offer.ts';

interface Threshold {
  readonly minStock: number;
  readonly withholdDays: number;
}

const read = statement<[offerId: string], Threshold>(
  'stock.threshold',
  'SELECT min_stock AS "minStock", withhold_days AS "withholdDays" FROM offer_thresholds WHERE offer_id = $1',
);
const write = statement<[offerId: string, minStock: number, withholdDays: number]>(
  'stock.set-threshold',
  `INSERT INTO offer_thresholds (offer_id, min_stock, withhold_days) VALUES ($1, $2, $3)
   ON CONFLICT (offer_id) DO UPDATE SET min_stock = EXCLUDED.min_stock, withhold_days = EXCLUDED.withhold_days`,
);

/**
 * Below which stock an offer has to be bought again, and how many days before their date its codes leave the sale. Fewer days put codes
 * back that leave only later; more days are applied by the job. What is left out stays.
 */
export const setThreshold = command(stock.setThreshold, {
  long: true,
  run: async ({ services: { vault }, tx, params, body }) => {
    // The lock of the imports before any row, as imports do, so that the two cannot deadlock.
    await prepareImport(tx, vault);
    const { offerId, productId, productName, offerName } = await lockOffer(tx, params.id, params.offerId);
    const before = (await read.first(tx, offerId)) ?? { minStock: 0, withholdDays: 0 };
    const { minStock = before.minStock, withholdDays = before.withholdDays } = body;
    const isChanged = minStock !== before.minStock || withholdDays !== before.withholdDays;
    if (isChanged) await write.run(tx, offerId, minStock, withholdDays);
    const released = withholdDays < before.withholdDays ? await releaseUndue(tx, vault, offerId) : 0;
    return {
      response: { minStock, withholdDays },
      effects: {
        audit: isChanged
          ? {
              action: 'offer.set-threshold',
              subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
              before: { ...before },
              after: { minStock, withholdDays, ...(released > 0 && { released }) },
            }
          : nothingChanged,
        events: released > 0 ? codesChanged(productId) : [],
      },
    };
  },
});
