import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { raiseStock } from '../offers/find-offer.ts';
import { isDue } from './batch-values.ts';
import { anyUnsold } from './code-batches.ts';
import { codesChanged } from './code-events.ts';
import { withdrawRange } from './withdraw-codes.ts';

interface DueBatch {
  id: number;
  firstId: number;
  lastId: number;
  expiresOn: string;
  offerId: string;
  productId: string;
  name: string;
}
/** The bound of 365 days is that of `withhold_days`, so that the index is used. */
const nextDue = statement<[], DueBatch>(
  'code-batches.next-due',
  `SELECT b.id, b.first_id AS "firstId", b.last_id AS "lastId", b.expires_on::text AS "expiresOn", o.id AS "offerId",
          p.id AS "productId", p.name || ' - ' || o.name AS name
     FROM code_batches b JOIN offers o ON o.id = b.offer_id JOIN products p ON p.id = o.product_id
    WHERE b.expired_at IS NULL AND b.sold_out_at IS NULL AND b.recalled_at IS NULL
      AND b.expires_on < ${dayOf('clock_timestamp()')} + 365 AND ${isDue('b.expires_on', 'b.offer_id')}
    ORDER BY b.expires_on, b.id LIMIT 1 FOR NO KEY UPDATE OF b SKIP LOCKED`,
);
const lockDays = statement<[offerId: string]>(
  'code-batches.lock-days',
  'SELECT FROM offer_thresholds WHERE offer_id = $1 FOR SHARE',
);
const stillDue = statement<[id: number], { due: boolean }>(
  'code-batches.still-due',
  `SELECT ${isDue('b.expires_on', 'b.offer_id')} AS due FROM code_batches b WHERE b.id = $1`,
);
const markExpired = statement<[id: number]>(
  'code-batches.mark-expired',
  'UPDATE code_batches SET expired_at = clock_timestamp() WHERE id = $1',
);

/**
 * Takes the unsold codes of the next batch that is past its date, or as many days before it as its offer says, out of the sale.
 * @returns `limit` after a batch, else 0
 */
export const expireBatches =
  ({ live }: Pick<Services, 'live'>) =>
  async (tx: OpenTransaction, limit: number): Promise<number> => {
    const batch = await nextDue.first(tx);
    if (!batch) return 0;
    const { id, firstId, lastId, expiresOn, offerId, productId, name } = batch;
    // Of a save of fewer days and this job the second sees what the first did: the save puts back what this withholds.
    await lockDays.run(tx, offerId);
    if (!(await stillDue.one(tx, id)).due) return limit;
    const withheld = await withdrawRange(
      tx,
      { afterId: firstId - 1, lastId },
      { by: null, reason: 'expired' },
    );
    if (withheld === 0) {
      await markSoldOut.run(tx, id);
      return limit;
    }
    await markExpired.run(tx, id);
    await recordAction(tx, operator, undefined, {
      action: 'codes.withhold-expired',
      subject: { type: 'offer', id: offerId, name },
      after: { batchId: String(id), withheld, expiresOn },
    });
    await raiseStock(tx, offerId, -withheld);
    tx.afterCommit(() => {
      for (const [audience, event] of codesChanged(productId)) live.publish(audience, event);
    });
    return limit;
  };

const markSoldOut = statement<[id: number]>(
  'code-batches.mark-sold-out',
  'UPDATE code_batches SET sold_out_at = clock_timestamp() WHERE id = $1',
);
const lockEmptied = statement<[], { id: number }>(
  'code-batches.lock-emptied',
  `SELECT b.id FROM code_batches b WHERE b.sold_out_at IS NULL AND NOT ${anyUnsold} FOR NO KEY UPDATE SKIP LOCKED`,
);
const closeSoldOut = statement<[ids: readonly number[]]>(
  'code-batches.close-sold-out',
  `UPDATE code_batches b SET sold_out_at = clock_timestamp() WHERE b.id = ANY ($1::bigint[]) AND NOT ${anyUnsold}`,
);

/** Notes the batches of which nothing is left, once each, so that lists need not look through their codes. */
export async function closeBatches(tx: OpenTransaction): Promise<number> {
  const emptied = await lockEmptied.all(tx);
  // A statement of its own, under the lock that a released code takes too: it sees a code that has come back meanwhile.
  if (emptied.length > 0)
    await closeSoldOut.run(
      tx,
      emptied.map(({ id }) => id),
    );
  return 0;
}
