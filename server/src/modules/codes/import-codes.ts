import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type CodeComparison, type CodeLines, readCodeLines } from '@almas/contract/code-lines';
import { limits } from '@almas/contract/limits';
import { codes, type KnownCodes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Actor } from '../../authorization/identity.ts';
import { checkStillAdministers } from '../../authorization/lock-administrator.ts';
import { holdLock } from '../../database/locks.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type AuditEntry, command, type LiveEffect } from '../../pipeline/command.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { findOffer, lockOffer, type OfferRef, raiseStock } from '../offers/find-offer.ts';
import { lossNotice, lossNotifications, newestCost } from '../prices/prices-below-cost.ts';
import { type BatchValues, batchFigures, newBatchValues, noBatchValues } from './batch-values.ts';
import { codesChanged } from './code-events.ts';
import { codesStore } from './codes.store.ts';
import { alreadyKnown, checkForms, codeHashing, KnownCodesCount } from './known-codes.ts';

/** Codes that are encrypted without a pause: about 20 ms of work, after which the event loop serves other calls. */
const batchSize = 1_000;

type ImportResult = Output<typeof codes.import>;

const insertBatch = statement<
  {
    offerId: string;
    source: string;
    importedBy: string;
    firstId: number;
    lastId: number;
    codes: number;
    duplicates: number;
    invalid: number;
    supplierId: number | null;
    unitCost: number | null;
    currency: string | null;
    currencyCost: number | null;
    rate: number | null;
    expiresOn: string | null;
    label: string;
  },
  { id: number }
>(
  'code-batches.insert',
  `INSERT INTO code_batches (offer_id, source, imported_by, first_id, last_id, codes, duplicates, invalid, supplier_id, unit_cost,
                             currency, currency_cost, rate, expires_on, label)
   VALUES (:offer_id, :source, :imported_by, :first_id, :last_id, :codes, :duplicates, :invalid, :supplier_id, :unit_cost,
           :currency, :currency_cost, :rate, :expires_on, :label) RETURNING id`,
);

/** A list of codes as a call sends it. */
export interface SentCodes {
  readonly codes: readonly string[];
  readonly serials?: readonly string[] | undefined;
}

/** @throws AppError TOO_MANY_CODES beyond 100,000 lines, CODES_INVALID when the serials are not one for each code */
export function readLimitedLines(
  { codes: sent, serials }: SentCodes,
  comparison?: CodeComparison,
): CodeLines {
  if (serials && serials.length !== sent.length) throw fail('CODES_INVALID');
  const list = readCodeLines(sent, serials, comparison);
  if (list.lines.length > limits.codesPerImport) throw fail('TOO_MANY_CODES');
  return list;
}

/**
 * Imports the new codes of a list into an offer in one transaction, and raises its stock. Codes that any offer already has, sold ones
 * included, are skipped and counted (AMB-61). @throws AppError CODES_INVALID or CODES_DESTROYED when no line is a code, CODES_ALREADY_KNOWN
 * when no code is new
 */
export const importCodes = command(codes.import, {
  long: true,
  prepare: async ({ services: { db }, params, body }) => {
    const { caseSignificant } = await findOffer(db, params.id, params.offerId);
    return { caseSignificant, list: readLimitedLines(body, { caseSignificant }) };
  },
  run: async ({ services, tx, actor, params, body, prepared }) => {
    const { vault } = services;
    const { list: given } = prepared;
    if (given.codes.length === 0) throw fail(given.destroyed > 0 ? 'CODES_DESTROYED' : 'CODES_INVALID');
    await prepareImport(tx, vault);
    // Locked only now: while this import waits for another one, which may take minutes, the offer can be edited.
    const offer = await lockOffer(tx, params.id, params.offerId);
    const batch = await newBatchValues(tx, offer.offerId, body.batch);
    const { caseSignificant } = offer;
    const list =
      caseSignificant === prepared.caseSignificant
        ? prepared.list
        : readLimitedLines(body, { caseSignificant });
    const costBefore = await newestCost(tx, offer.offerId);
    const { result, audit, events } = await importInto(tx, { vault, actor }, offer, list, {
      source: body.source,
      batch,
    });
    if (!audit) throw alreadyKnown(result);
    const loss = await lossNotice(tx, offer, costBefore);
    return {
      response: result,
      effects: { audit, events, notifications: await lossNotifications(tx, services, loss) },
    };
  },
});

/**
 * Must be called once per transaction, before any offer is locked and before `importInto`. Imports run one at a time, because two
 * lists with the same codes in another order would deadlock. Sales are not blocked.
 * @throws AppError CODES_BEING_CHECKED
 */
export async function prepareImport(tx: DbTransaction, vault: CodeVault): Promise<void> {
  await checkForms(tx);
  await holdLock(tx, 'codeImports');
  await vault.holdKeys(tx);
}

/** The result of an import, and its effects for the command. */
export interface Imported {
  readonly result: ImportResult;
  /** Undefined when no code was new. */
  readonly audit: AuditEntry | undefined;
  readonly events: readonly LiveEffect[];
}

/** The administrator who imports or has ordered what is imported, and the vault that encrypts the codes. */
export interface Importer {
  readonly vault: CodeVault;
  readonly actor: Pick<Actor, 'id'>;
}

/**
 * Writes the new codes of a list into a locked offer. Between two batches it checks that the importer is still an active administrator.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE, which end the import early so that the next one can start
 */
export async function importInto(
  tx: DbTransaction,
  importer: Importer,
  offer: OfferRef,
  list: CodeLines,
  { source, batch = noBatchValues }: { readonly source: string; readonly batch?: BatchValues },
): Promise<Imported> {
  await codesStore.lowerOldestSellable.run(tx, offer.offerId);
  const { imported, known, firstId, lastId } = await insertCodes(tx, importer, offer, list);
  const duplicates = list.repeated + list.codes.length - imported;
  const { invalid } = list;
  const record =
    imported > 0 &&
    (await insertBatch.one(tx, {
      offerId: offer.offerId,
      source,
      importedBy: importer.actor.id,
      firstId,
      lastId,
      codes: imported,
      duplicates,
      invalid,
      supplierId: batch.supplierId,
      unitCost: batch.unitCost,
      currency: batch.currency,
      currencyCost: batch.currencyCost,
      rate: batch.rate,
      expiresOn: batch.expiresOn,
      label: batch.label,
    }));
  const stock = await raiseStock(tx, offer.offerId, imported);
  const batchId = record ? String(record.id) : null;
  const result = { batchId, imported, duplicates, invalid, stock, ...known };
  if (!record) return { result, audit: undefined, events: [] };
  return {
    result,
    audit: {
      action: 'codes.import',
      subject: { type: 'offer', id: offer.offerId, name: `${offer.productName} - ${offer.offerName}` },
      after: {
        imported,
        duplicates,
        invalid,
        batchId,
        ...(source !== '' && { source }),
        ...batchFigures(batch),
      },
    },
    events: codesChanged(offer.productId),
  };
}

async function insertCodes(
  tx: DbTransaction,
  { vault, actor }: Importer,
  offer: OfferRef,
  { codes: lines, serials, repeated }: CodeLines,
): Promise<{ imported: number; known: KnownCodes; firstId: number; lastId: number }> {
  const known = new KnownCodesCount(offer.offerId);
  const fingerprintsOf = await codeHashing(tx, vault, offer);
  let [imported, firstId, lastId] = [0, 0, 0];
  for (let from = 0; from < lines.length; from += batchSize) {
    if (from > 0) await checkStillAdministers(tx, actor, null, codes.import.scope);
    const batch = lines.slice(from, from + batchSize);
    // The ids are drawn first, because the encryption of a code is bound to the id of its row. Only imports draw ids, one at a time: those
    // of one import follow each other.
    const ids = (await codesStore.drawIds.all(tx, batch.length)).map(({ id }) => id);
    if (from === 0) firstId = ids[0] ?? 0;
    lastId = ids.at(-1) ?? lastId;
    const sealed = batch.map((code, index) => vault.seal(ids[index] ?? 0, code, serials[from + index]));
    const fingerprints = fingerprintsOf(batch);
    const written = await codesStore.insert.run(tx, {
      productId: offer.productId,
      offerId: offer.offerId,
      ids,
      sealed,
      keyId: vault.keyId,
      fingerprints: fingerprints.canonical,
      claimedElsewhere: fingerprints.claimedElsewhere,
      foldedElsewhere: fingerprints.foldedElsewhere,
    });
    imported += written;
    if (offer.caseSignificant) await codesStore.insertFolded.run(tx, ids, fingerprints.claimedElsewhere);
    await insertSerials(tx, vault, ids, serials.slice(from, from + batchSize));
    // Codes that existed before have smaller ids, because no other import draws ids meanwhile.
    if (written < batch.length) await known.add(tx, fingerprints, Math.min(...ids));
    await yieldToEventLoop();
  }
  return { imported, known: known.result(repeated), firstId, lastId };
}

/** Of the codes that were written. */
async function insertSerials(
  tx: DbTransaction,
  vault: CodeVault,
  ids: readonly number[],
  serials: readonly string[],
): Promise<void> {
  const withSerial = [...serials.entries()].filter(([, serial]) => serial !== '');
  if (withSerial.length === 0) return;
  await codesStore.insertSerials.run(
    tx,
    withSerial.map(([index]) => ids[index] ?? 0),
    withSerial.map(([, serial]) => vault.serialFingerprint(serial)),
  );
}
