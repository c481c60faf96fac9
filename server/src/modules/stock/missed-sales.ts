import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { Services } from '../../services.ts';

const insertMissed = statement<[offerId: string]>(
  'stock.note-missed-sale',
  `INSERT INTO missed_sales AS m (offer_id, day, count)
   SELECT id, ${dayOf('clock_timestamp()')}, 1 FROM offers WHERE id = $1
   ON CONFLICT (offer_id, day) DO UPDATE SET count = m.count + 1`,
);

/** Counts a sale that was refused because codes are missing. A count that fails changes nothing for the buyer. */
export async function recordMissedSale(
  { db, log }: Pick<Services, 'db' | 'log'>,
  offerId: string,
): Promise<void> {
  try {
    await insertMissed.run(db, offerId);
  } catch (error) {
    log.warn({ err: error }, 'a missed sale was not counted');
  }
}
