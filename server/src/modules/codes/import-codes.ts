import { setImmediate as breathe } from 'node:timers/promises';
import { type CodeLines, readCodeLines } from '@almas/contract/code-lines';
import { limits } from '@almas/contract/limits';
import type { codes, KnownCodes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import { longTransaction, type OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { lockOffer, type OfferRef, raiseStock } from '../offers/find-offer.ts';
import { codesStore } from './codes.store.ts';
import { alreadyKnown, checkAllFingerprinted, KnownCodesCount } from './known-codes.ts';

/** Sealed together: some 20 ms of work, after which other calls get their turn. */
const batchSize = 1_000;

export interface ImportOrder {
  readonly productId: string;
  readonly offerId: string;
  readonly lines: readonly string[];
}

export type ImportResult = Output<typeof codes.import>;

/** @throws AppError TOO_MANY_CODES beyond 100,000 lines */
export function readLimitedLines(entries: readonly string[]): CodeLines {
  const list = readCodeLines(entries);
  if (list.lines.length > limits.codesPerImport) throw fail('TOO_MANY_CODES');
  return list;
}

/**
 * Imports a list of codes into an offer, all or none; stock rises by as many as were written.
 * Codes that stand anywhere in the business, sold ones included, are skipped and counted (AMB-61).
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, TOO_MANY_CODES, CODES_INVALID when no line is a code,
 *   CODES_ALREADY_KNOWN when no code is new, CODES_BEING_CHECKED
 */
export function importCodes(
  services: Services,
  admin: Actor,
  origin: Origin,
  { productId, offerId, lines }: ImportOrder,
): Promise<ImportResult> {
  const list = readLimitedLines(lines);
  return longTransaction(services.db, async (tx) => {
    const offer = await lockOffer(tx, productId, offerId);
    if (list.codes.length === 0) throw fail('CODES_INVALID');
    await prepareImport(tx, services.vault);
    const result = await importInto(tx, services, admin, origin, offer, list);
    if (result.imported === 0) throw alreadyKnown(result);
    return result;
  });
}

/**
 * Before `importInto`, once per transaction. Imports take turns: two lists that share codes in another order would wait
 * for each other. Sales do not notice.
 * @throws AppError CODES_BEING_CHECKED
 */
export async function prepareImport(tx: OpenTransaction, vault: CodeVault): Promise<void> {
  await checkAllFingerprinted(tx);
  await holdLock(tx, 'codeImports');
  await vault.holdKeys(tx);
}

/** Writes the new codes of a list into a locked offer; nothing is written or recorded when there is none. */
export async function importInto(
  tx: OpenTransaction,
  services: Services,
  admin: Actor,
  origin: Origin,
  offer: OfferRef,
  list: CodeLines,
): Promise<ImportResult> {
  await codesStore.lowerOldestSellable.run(tx, offer.offerId);
  const { imported, known } = await insertCodes(tx, services.vault, offer, list);
  const duplicates = list.repeated + list.codes.length - imported;
  const { invalid } = list;
  if (imported > 0) {
    await recordAction(tx, admin, origin, {
      action: 'codes.import',
      subject: { type: 'offer', id: offer.offerId, name: `${offer.productName} - ${offer.offerName}` },
      after: { imported, duplicates, invalid },
    });
    tx.afterCommit(() => services.live.publish('everyone', { type: 'stock', productId: offer.productId }));
  }
  const stock = await raiseStock(tx, offer.offerId, imported);
  return { imported, duplicates, invalid, stock, ...known };
}

async function insertCodes(
  tx: OpenTransaction,
  vault: CodeVault,
  offer: OfferRef,
  { codes, repeated }: CodeLines,
): Promise<{ imported: number; known: KnownCodes }> {
  const known = new KnownCodesCount(offer.offerId);
  let imported = 0;
  for (let from = 0; from < codes.length; from += batchSize) {
    const batch = codes.slice(from, from + batchSize);
    // Numbered before they are written: a sealed code is bound to the number of its row.
    const ids = (await codesStore.drawIds.all(tx, batch.length)).map(({ id }) => id);
    const sealed = batch.map((code, index) => vault.seal(ids[index] ?? 0, code));
    const fingerprints = batch.map((code) => vault.fingerprint(code));
    const written = await codesStore.insert.run(
      tx,
      offer.productId,
      offer.offerId,
      ids,
      sealed,
      vault.keyId,
      fingerprints,
    );
    imported += written;
    // What was there before has a smaller number: while this import has its turn no other one draws any.
    if (written < batch.length) await known.add(tx, fingerprints, Math.min(...ids));
    await breathe();
  }
  return { imported, known: known.result(repeated) };
}
