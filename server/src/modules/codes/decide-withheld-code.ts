import { codes, type WithheldCode } from '@almas/contract/products';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { lockOffer, raiseStock } from '../offers/find-offer.ts';
import { isDue } from './batch-values.ts';
import { batchOf } from './code-batches.ts';
import { batchesChanged, codesChanged } from './code-events.ts';
import { codesStore } from './codes.store.ts';
import { prepareImport } from './import-codes.ts';
import { codeHashing } from './known-codes.ts';
import { type LockedWithheld, type WithheldRow, withheldCodesStore } from './withheld-codes.store.ts';

/** Withheld codes without a decision, newest first, each with the stored code that has the same fingerprint (`twin`). */
export async function listWithheldCodes(
  db: Queryable,
  query: Parsed<typeof codes.withheld>['query'],
): Promise<Output<typeof codes.withheld>> {
  return pageByNumber(
    query,
    (before, rows) => withheldCodesStore.undecided.all(db, before, rows),
    presentWithheld,
  );
}

const presentWithheld = ({
  id,
  twinProductName,
  twinOfferName,
  twinSoldAt,
  ...row
}: WithheldRow): WithheldCode => ({
  ...row,
  id: String(id),
  twin:
    twinProductName === null || twinOfferName === null
      ? null
      : { productName: twinProductName, offerName: twinOfferName, soldAt: twinSoldAt },
});

/** The stored value and the recorded action of each decision. */
const outcomes = {
  discard: { stored: 'discarded', action: 'codes.discard-withheld' },
  release: { stored: 'released', action: 'codes.release-withheld' },
} as const;

/**
 * Discards or releases a withheld code; the decision is final. A released code is for sale again as the newest code of its offer. It
 * must not have the fingerprint of a stored code, and a key must open it, whatever it was withheld for: its buyer pays before it is opened.
 */
export const decideWithheldCode = command(codes.decideWithheld, {
  run: async ({ services: { vault }, tx, actor, params, body: { decision } }) => {
    const id = parseIdOrZero(params.id);
    // The lock of the imports before any row, as imports do, so that the two cannot deadlock.
    if (decision === 'release') await prepareImport(tx, vault);
    const withheld = await withheldCodesStore.lock.first(tx, id);
    if (!withheld) throw fail('WITHHELD_CODE_NOT_FOUND');
    if (withheld.decision !== null) throw fail('WITHHELD_CODE_DECIDED');
    const code = decision === 'release' ? await openedCode(vault, { id, ...withheld }) : undefined;
    const { productId, productName, offerName, offerId } = withheld;
    const { stored, action } = outcomes[decision];
    await withheldCodesStore.decide.run(tx, id, actor.id, stored);
    if (code !== undefined) await reopenBatch(tx, id);
    if (code !== undefined) await putBackOnSale(tx, vault, { id, code }, withheld);
    return {
      response: undefined,
      effects: {
        audit: {
          action,
          subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
          after: { codes: [String(id)] },
        },
        events: decision === 'release' ? codesChanged(productId) : [batchesChanged],
      },
    };
  },
});

const batchOfCode = statement<[codeId: number], { id: number; closed: boolean }>(
  'withheld-codes.batch',
  `UPDATE code_batches SET sold_out_at = NULL WHERE id = ${batchOf('$1::bigint')}
   RETURNING id, recalled_at IS NOT NULL OR expired_at IS NOT NULL OR coalesce(${isDue('expires_on', 'offer_id')}, false) AS closed`,
);

/** @throws AppError BATCH_RECALLED, also of a batch that is past its date */
async function reopenBatch(tx: DbTransaction, codeId: number): Promise<void> {
  if ((await batchOfCode.first(tx, codeId))?.closed) throw fail('BATCH_RECALLED');
}

/** @throws AppError WITHHELD_CODE_UNREADABLE */
async function openedCode(vault: CodeVault, sealed: SealedCode): Promise<string> {
  const [opened] = await vault.openEach([sealed]);
  if (!opened) throw fail('WITHHELD_CODE_UNREADABLE');
  return opened.code;
}

async function putBackOnSale(
  tx: DbTransaction,
  vault: CodeVault,
  { id, code }: { readonly id: number; readonly code: string },
  { productId, offerId }: LockedWithheld,
): Promise<void> {
  const offer = await lockOffer(tx, productId, offerId);
  await codesStore.lowerOldestSellable.run(tx, offerId);
  const { canonical, claimedElsewhere, foldedElsewhere } = (await codeHashing(tx, vault, offer))([code]);
  const [fingerprint] = canonical as [Buffer];
  const [claimed = null] = claimedElsewhere;
  const [folded = null] = foldedElsewhere;
  if (
    (await withheldCodesStore.release.run(tx, {
      id,
      fingerprint,
      claimedElsewhere: claimed,
      foldedElsewhere: folded,
    })) === 0
  )
    throw fail('WITHHELD_CODE_STILL_DUPLICATE');
  if (claimed) await codesStore.insertFolded.run(tx, [id], [claimed]);
  await raiseStock(tx, offerId, 1);
}
