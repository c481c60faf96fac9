import { codeImports } from '@almas/contract/code-imports';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { raiseStock } from '../offers/find-offer.ts';
import { findImport } from './code-imports.ts';

const pageSize = 5_000;

const lockImport = statement<[id: number], { id: number; firstId: number; lastId: number }>(
  'code-imports.lock',
  'SELECT id, first_id AS "firstId", last_id AS "lastId" FROM code_imports WHERE id = $1 FOR NO KEY UPDATE',
);
const recordWithdrawal = statement<[id: number, adminId: string, reason: string]>(
  'code-imports.record-withdrawal',
  `UPDATE code_imports SET withdrawn_at = clock_timestamp(), withdrawn_by = $2, withdraw_reason = $3 WHERE id = $1`,
);
/**
 * One page of unsold codes by id. A code that a sale has locked is waited for and then found sold, or available and withdrawn; a sale
 * meanwhile passes over the codes that are locked here. The serial stays: the code is found by it.
 */
const withdrawPage = statement<
  [afterId: number, lastId: number, limit: number, adminId: string],
  { withdrawn: number; lastId: number | null }
>(
  'codes.withdraw-page',
  `WITH page AS MATERIALIZED (
     SELECT id FROM codes WHERE id > $1::bigint AND id <= $2::bigint AND status <> 'sold' ORDER BY id LIMIT $3::int
   ), gone AS (
     DELETE FROM codes WHERE id = ANY (ARRAY(SELECT id FROM page)) AND status <> 'sold' RETURNING *
   ), withdrawn AS (
     INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, created_at, decision,
                                 decided_by, decided_at)
     SELECT id, product_id, offer_id, sealed, key_id, coalesce(canonical_fingerprint, fingerprint), 'withdrawn', created_at,
            'discarded', $4::uuid, clock_timestamp()
       FROM gone
     ON CONFLICT (id) DO UPDATE
       SET sealed = EXCLUDED.sealed, key_id = EXCLUDED.key_id, canonical_fingerprint = EXCLUDED.canonical_fingerprint,
           reason = EXCLUDED.reason, duplicate_of = NULL, withheld_at = clock_timestamp(), decision = EXCLUDED.decision,
           decided_by = EXCLUDED.decided_by, decided_at = EXCLUDED.decided_at
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM withdrawn) AS withdrawn, (SELECT max(id) FROM page) AS "lastId"`,
);

/** Withdraws the unsold codes with ids after `afterId` and up to `lastId`. @returns how many */
async function withdrawRange(
  tx: DbTransaction,
  range: { readonly afterId: number; readonly lastId: number },
  adminId: string,
): Promise<number> {
  let withdrawn = 0;
  let after: number | null = range.afterId;
  while (after !== null) {
    const page: { withdrawn: number; lastId: number | null } = await withdrawPage.one(
      tx,
      after,
      range.lastId,
      pageSize,
      adminId,
    );
    withdrawn += page.withdrawn;
    after = page.lastId;
  }
  return withdrawn;
}

/**
 * Takes back an import: what is unsold of it leaves the sale, each code either sold before or withdrawn. A withdrawn code gives its
 * fingerprint up, so that a list that went into the wrong offer can be imported into the right one. Neither the offer nor the lock of
 * imports is waited for: a wrong import is taken back at once.
 * @throws AppError CODE_IMPORT_NOT_FOUND, NOTHING_TO_WITHDRAW
 */
export const withdrawImport = command(codeImports.withdraw, {
  long: true,
  run: async ({ tx, actor, params, body: { reason } }) => {
    // Two administrators at once: the second waits, and finds nothing left.
    const locked = await lockImport.first(tx, parseIdOrZero(params.id));
    if (!locked) throw fail('CODE_IMPORT_NOT_FOUND');
    const { id, firstId, lastId } = locked;
    const withdrawn = await withdrawRange(tx, { afterId: firstId - 1, lastId }, actor.id);
    if (withdrawn === 0) throw fail('NOTHING_TO_WITHDRAW');
    await recordWithdrawal.run(tx, id, actor.id, reason);
    const { sold, offerId, productId, productName, offerName } = await findImport(tx, params.id);
    // Last: the row is shared with sales.
    const stock = await raiseStock(tx, offerId, -withdrawn);
    return {
      response: { withdrawn, sold, stock },
      effects: {
        audit: {
          action: 'codes.withdraw-import',
          subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
          after: { importId: String(id), withdrawn, sold, reason },
        },
        events: [['everyone', { type: 'stock', productId }]],
      },
    };
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

/** The same for a single code. @throws AppError CODE_NOT_FOR_SALE */
export const withdrawCode = command(codeImports.withdrawCode, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const id = parseIdOrZero(params.id);
    const offer = await offerOfCode.first(tx, id);
    const withdrawn = offer ? await withdrawRange(tx, { afterId: id - 1, lastId: id }, actor.id) : 0;
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
        events: [['everyone', { type: 'stock', productId: offer.productId }]],
      },
    };
  },
});
