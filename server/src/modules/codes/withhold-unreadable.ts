import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { codesChanged } from './code-events.ts';
import { withholdAgain } from './withheld-codes.store.ts';

const offerNamed = statement<[offerId: string], { productId: string; name: string }>(
  'codes.offer-of-unreadable',
  `SELECT p.id AS "productId", p.name || ' - ' || o.name AS name
     FROM offers o JOIN products p ON p.id = o.product_id WHERE o.id = $1`,
);
const withhold = statement<[offerId: string, ids: readonly number[]]>(
  'codes.withhold-unreadable',
  `WITH gone AS (
     DELETE FROM codes WHERE id = ANY ($2::bigint[]) AND status <> 'sold' RETURNING *
   ), withheld AS (
     INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, created_at)
     SELECT id, product_id, offer_id, sealed, key_id, canonical_fingerprint, 'unreadable', created_at
       FROM gone
     ${withholdAgain}
     RETURNING 1
   )
   UPDATE offer_stock SET quantity = quantity - (SELECT count(*) FROM withheld)
    WHERE offer_id = $1 AND slot = stock_slot()`,
);

/**
 * Withholds unsold codes of an offer that no key opens, lowers its stock, and records the ids in the audit trail. The caller has
 * locked the rows.
 */
export async function withholdUnreadable(
  tx: OpenTransaction,
  { live }: Pick<Services, 'live'>,
  offerId: string,
  ids: readonly number[],
): Promise<void> {
  const { productId, name } = await offerNamed.one(tx, offerId);
  await withhold.run(tx, offerId, ids);
  await recordAction(tx, operator, undefined, {
    action: 'codes.withhold-unreadable',
    subject: { type: 'offer', id: offerId, name },
    after: { withheld: ids.length, codes: ids.map(String) },
  });
  tx.afterCommit(() => {
    for (const [audience, event] of codesChanged(productId)) live.publish(audience, event);
  });
}
