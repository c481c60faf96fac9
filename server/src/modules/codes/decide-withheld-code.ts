import { codes, type WithheldCode } from '@almas/contract/products';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { numberOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { lockOffer, raiseStock } from '../offers/find-offer.ts';
import { codesStore } from './codes.store.ts';
import { prepareImport } from './import-codes.ts';
import { type LockedWithheld, type WithheldRow, withheldCodesStore } from './withheld-codes.store.ts';

/** Withheld codes without a decision, newest first, each with the stored code that has the same fingerprint (`twin`). */
export async function listWithheldCodes(
  db: Queryable,
  { limit, cursor }: Parsed<typeof codes.withheld>['query'],
): Promise<Output<typeof codes.withheld>> {
  const rows = await withheldCodesStore.undecided.all(db, decodeCursorNumber(cursor), limit + 1);
  return {
    items: rows.slice(0, limit).map(presentWithheld),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
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
 * @throws AppError WITHHELD_CODE_NOT_FOUND, WITHHELD_CODE_DECIDED; for a release also PRODUCT_NOT_FOUND, OFFER_NOT_FOUND,
 *   WITHHELD_CODE_STILL_DUPLICATE, WITHHELD_CODE_UNREADABLE, CODES_BEING_CHECKED
 */
export const decideWithheldCode = command(codes.decideWithheld, {
  run: async ({ services: { vault }, tx, actor, params, body: { decision } }) => {
    const id = numberOrZero(params.id);
    // The lock of the imports before any row, as imports do, so that the two cannot deadlock.
    if (decision === 'release') await prepareImport(tx, vault);
    const withheld = await withheldCodesStore.lock.first(tx, id);
    if (!withheld) throw fail('WITHHELD_CODE_NOT_FOUND');
    if (withheld.decision !== null) throw fail('WITHHELD_CODE_DECIDED');
    const opened = decision === 'release' ? await fingerprintsOf(vault, { id, ...withheld }) : undefined;
    const { productId, productName, offerName, offerId } = withheld;
    const { stored, action } = outcomes[decision];
    await withheldCodesStore.decide.run(tx, id, actor.id, stored);
    if (opened) await putBackOnSale(tx, id, withheld, opened);
    return {
      response: undefined,
      effects: {
        audit: {
          action,
          subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
          after: { codes: [String(id)] },
        },
        events: decision === 'release' ? [['everyone', { type: 'stock', productId }]] : [],
      },
    };
  },
});

interface Fingerprints {
  readonly canonical: Buffer;
  readonly given: Buffer;
}

/** @throws AppError WITHHELD_CODE_UNREADABLE */
async function fingerprintsOf(vault: CodeVault, code: SealedCode): Promise<Fingerprints> {
  const [opened] = await vault.openEach([code]);
  if (typeof opened !== 'string') throw fail('WITHHELD_CODE_UNREADABLE');
  return { canonical: vault.fingerprint(opened), given: vault.givenFingerprint(opened) };
}

async function putBackOnSale(
  tx: DbTransaction,
  id: number,
  { productId, offerId }: LockedWithheld,
  { canonical, given }: Fingerprints,
): Promise<void> {
  await lockOffer(tx, productId, offerId);
  await codesStore.lowerOldestSellable.run(tx, offerId);
  if ((await withheldCodesStore.release.run(tx, id, canonical, given)) === 0)
    throw fail('WITHHELD_CODE_STILL_DUPLICATE');
  await raiseStock(tx, offerId, 1);
}
