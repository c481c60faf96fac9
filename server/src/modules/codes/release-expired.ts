import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { lockOffer, raiseStock } from '../offers/find-offer.ts';
import { isDue } from './batch-values.ts';
import { codesStore } from './codes.store.ts';
import { codeHashing } from './known-codes.ts';

const pageSize = 1_000;

const reopen = statement<
  [id: number],
  { firstId: number; lastId: number; productId: string; offerId: string; isOffered: boolean }
>(
  'code-batches.reopen',
  `UPDATE code_batches b SET expired_at = NULL, sold_out_at = NULL FROM offers o JOIN products p ON p.id = o.product_id
    WHERE b.id = $1 AND o.id = b.offer_id
   RETURNING b.first_id AS "firstId", b.last_id AS "lastId", o.product_id AS "productId", o.id AS "offerId",
             o.deleted_at IS NULL AND p.deleted_at IS NULL AS "isOffered"`,
);
const expiredPage = statement<[afterId: number, lastId: number, limit: number], SealedCode>(
  'code-batches.expired-page',
  `SELECT id, sealed, key_id AS "keyId" FROM withheld_codes
    WHERE id > $1::bigint AND id <= $2::bigint AND reason = 'expired' AND decision = 'discarded' ORDER BY id LIMIT $3::int`,
);
const markReleased = statement<[ids: readonly number[]]>(
  'code-batches.mark-released',
  `UPDATE withheld_codes SET decision = 'released', decided_at = clock_timestamp()
    WHERE id = ANY ($1::bigint[]) AND id IN (SELECT id FROM codes WHERE id = ANY ($1))`,
);

const undue = statement<[offerId: string], { id: number }>(
  'code-batches.undue',
  `SELECT id FROM code_batches b
    WHERE offer_id = $1 AND expired_at IS NOT NULL AND recalled_at IS NULL
      AND (expires_on IS NULL OR NOT ${isDue('b.expires_on', 'b.offer_id')}) ORDER BY id FOR NO KEY UPDATE`,
);

/** Puts back on sale what an offer withholds earlier than it has to, after its days were changed. @returns how many codes */
export async function releaseUndue(tx: DbTransaction, vault: CodeVault, offerId: string): Promise<number> {
  let released = 0;
  for (const { id } of await undue.all(tx, offerId)) released += await releaseExpired(tx, vault, id);
  return released;
}

/**
 * Puts the codes of a batch that its date had withheld back on sale, each under its id. One that was imported again meanwhile, or that no
 * key opens, stays withheld. The caller holds the lock of imports (`prepareImport`).
 * @returns how many
 */
export async function releaseExpired(tx: DbTransaction, vault: CodeVault, batchId: number): Promise<number> {
  const { firstId, lastId, productId, offerId, isOffered } = await reopen.one(tx, batchId);
  if (!isOffered) return 0;
  const offer = await lockOffer(tx, productId, offerId);
  await codesStore.lowerOldestSellable.run(tx, offerId);
  const fingerprintsOf = await codeHashing(tx, vault, offer);
  let released = 0;
  for (let after = firstId - 1; ; ) {
    const page = await expiredPage.all(tx, after, lastId, pageSize);
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    const opened = await vault.openEach(page);
    const good = page.flatMap(({ id }, index) => {
      const payload = opened[index];
      return payload ? [{ id, ...payload }] : [];
    });
    const ids = good.map(({ id }) => id);
    const hashes = fingerprintsOf(good.map(({ code }) => code));
    released += await codesStore.insert.run(tx, {
      productId,
      offerId,
      ids,
      sealed: good.map(({ id, code, serial }) => vault.seal(id, code, serial)),
      keyId: vault.keyId,
      fingerprints: hashes.canonical,
      claimedElsewhere: hashes.claimedElsewhere,
      foldedElsewhere: hashes.foldedElsewhere,
    });
    if (offer.caseSignificant) await codesStore.insertFolded.run(tx, ids, hashes.claimedElsewhere);
    await markReleased.run(tx, ids);
  }
  // Last: the row is shared with sales.
  if (released > 0) await raiseStock(tx, offerId, released);
  return released;
}
