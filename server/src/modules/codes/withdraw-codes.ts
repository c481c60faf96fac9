import { codeBatches } from '@almas/contract/code-batches';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type AuditEntry, command, type LiveEffect } from '../../pipeline/command.ts';
import { raiseStock } from '../offers/find-offer.ts';
import { findBatch } from './code-batches.ts';
import { codesChanged } from './code-events.ts';

const pageSize = 5_000;

/** One by one, with their batch, or because of its date. */
type WithdrawReason = 'withdrawn' | 'recalled' | 'expired';

const lockBatch = statement<
  [id: number],
  { id: number; firstId: number; lastId: number; recalled: boolean; offerId: string }
>(
  'code-batches.lock',
  `SELECT id, first_id AS "firstId", last_id AS "lastId", recalled_at IS NOT NULL AS recalled, offer_id AS "offerId"
     FROM code_batches WHERE id = $1 FOR NO KEY UPDATE`,
);
const recordRecall = statement<[id: number, adminId: string | null, reason: string]>(
  'code-batches.record-recall',
  'UPDATE code_batches SET recalled_at = clock_timestamp(), recalled_by = $2, recall_reason = $3 WHERE id = $1',
);
/**
 * One page of unsold codes by id. A code that a sale has locked is waited for and then found sold, or available and withdrawn; a sale
 * meanwhile passes over the codes that are locked here. The serial stays: the code is found by it.
 */
const withdrawPage = statement<
  { afterId: number; lastId: number; limit: number; adminId: string | null; reason: WithdrawReason },
  { withdrawn: number; lastId: number | null }
>(
  'codes.withdraw-page',
  `WITH page AS MATERIALIZED (
     SELECT id FROM codes WHERE id > :after_id::bigint AND id <= :last_id::bigint AND status <> 'sold' ORDER BY id LIMIT :limit::int
   ), gone AS (
     DELETE FROM codes WHERE id = ANY (ARRAY(SELECT id FROM page)) AND status <> 'sold' RETURNING *
   ), withdrawn AS (
     INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, created_at, decision,
                                 decided_by, decided_at)
     SELECT id, product_id, offer_id, sealed, key_id, coalesce(canonical_fingerprint, fingerprint), :reason::text, created_at,
            'discarded', :admin_id::uuid, clock_timestamp()
       FROM gone
     ON CONFLICT (id) DO UPDATE
       SET sealed = EXCLUDED.sealed, key_id = EXCLUDED.key_id, canonical_fingerprint = EXCLUDED.canonical_fingerprint,
           reason = EXCLUDED.reason, duplicate_of = NULL, withheld_at = clock_timestamp(), decision = EXCLUDED.decision,
           decided_by = EXCLUDED.decided_by, decided_at = EXCLUDED.decided_at
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM withdrawn) AS withdrawn, (SELECT max(id) FROM page) AS "lastId"`,
);

/**
 * Withdraws the unsold codes with ids after `afterId` and up to `lastId`. Without an administrator a job withdraws them.
 * @returns how many
 */
export async function withdrawRange(
  tx: DbTransaction,
  range: { readonly afterId: number; readonly lastId: number },
  { by, reason }: { readonly by: string | null; readonly reason: WithdrawReason },
): Promise<number> {
  let withdrawn = 0;
  let after: number | null = range.afterId;
  while (after !== null) {
    const page: { withdrawn: number; lastId: number | null } = await withdrawPage.one(tx, {
      afterId: after,
      lastId: range.lastId,
      limit: pageSize,
      adminId: by,
      reason,
    });
    withdrawn += page.withdrawn;
    after = page.lastId;
  }
  return withdrawn;
}

/** What a recall did, and its effects. */
interface Recalled {
  readonly withheld: number;
  readonly sold: number;
  readonly audit: AuditEntry;
  readonly events: readonly LiveEffect[];
}

/**
 * Takes back a batch: what is unsold of it leaves the sale, each code either sold before or withheld. A withheld code gives its
 * fingerprint up, so that a list that went into the wrong offer can be imported into the right one. Neither the offer nor the lock of
 * imports is waited for: a bad batch is taken back at once, also one of which everything is sold, for the list of its buyers.
 * Without an administrator its supplier has taken it back.
 * @returns undefined when it was recalled already
 * @throws AppError BATCH_NOT_FOUND
 */
export async function recallLocked(
  tx: DbTransaction,
  batchId: number,
  { by, reason }: { readonly by: string | null; readonly reason: string },
): Promise<Recalled | undefined> {
  // Two at once: the second waits, and finds it recalled.
  const locked = await lockBatch.first(tx, batchId);
  if (!locked) throw fail('BATCH_NOT_FOUND');
  if (locked.recalled) return undefined;
  const { id, firstId, lastId, offerId } = locked;
  const withheld = await withdrawRange(tx, { afterId: firstId - 1, lastId }, { by, reason: 'recalled' });
  await recordRecall.run(tx, id, by, reason);
  const { sold, productId, productName, offerName } = await findBatch(tx, String(id));
  // Last: the row is shared with sales.
  if (withheld > 0) await raiseStock(tx, offerId, -withheld);
  return {
    withheld,
    sold,
    audit: {
      action: 'codes.recall-batch',
      subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
      after: { batchId: String(id), withheld, sold, reason },
    },
    events: codesChanged(productId),
  };
}

export const recallBatch = command(codeBatches.recall, {
  long: true,
  key: { operation: 'code-batches.recall', input: ({ params, body }) => [params.id, body.reason] },
  run: async ({ tx, actor, params, body: { reason } }) => {
    const recalled = await recallLocked(tx, parseIdOrZero(params.id), { by: actor.id, reason });
    if (!recalled) throw fail('BATCH_RECALLED');
    const { withheld, sold, audit, events } = recalled;
    return { response: { withheld, sold }, effects: { audit, events } };
  },
});

interface OfferOfCode {
  productId: string;
  offerId: string;
  name: string;
}
const offerOfCode = statement<[codeId: number], OfferOfCode>(
  'codes.offer-of-code',
  `SELECT p.id AS "productId", o.id AS "offerId", p.name || ' - ' || o.name AS name
     FROM codes c JOIN offers o ON o.id = c.offer_id JOIN products p ON p.id = o.product_id WHERE c.id = $1`,
);

/** Withdraws a single code. */
export const withdrawCode = command(codeBatches.withdrawCode, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const id = parseIdOrZero(params.id);
    const offer = await offerOfCode.first(tx, id);
    const withdrawn = offer
      ? await withdrawRange(tx, { afterId: id - 1, lastId: id }, { by: actor.id, reason: 'withdrawn' })
      : 0;
    if (!offer || withdrawn === 0) throw fail('CODE_NOT_FOR_SALE');
    await raiseStock(tx, offer.offerId, -1);
    return {
      response: undefined,
      effects: {
        audit: {
          action: 'codes.withdraw',
          subject: { type: 'offer', id: offer.offerId, name: offer.name },
          after: { codes: [String(id)], reason },
        },
        events: codesChanged(offer.productId),
      },
    };
  },
});
