import { setImmediate as breathe } from 'node:timers/promises';
import type { codes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { longTransaction, type Transaction } from '../../database/transaction.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { lockOffer, raiseStock, type Shelf } from '../products/find-offer.ts';
import { codesStore } from './codes.store.ts';
import { readLines } from './read-lines.ts';

/** Sealed together: some 20 ms of work, after which other calls get their turn. */
const batchSize = 1_000;

export interface ImportOrder {
  readonly productId: string;
  readonly offerId: string;
  readonly lines: readonly string[];
}

/**
 * Imports a list of codes into an offer, all or none; stock rises by as many as were written (SPEC §5 Code import).
 * Codes that the offer has already, sold ones included, are skipped and counted (AMB-61).
 * @throws Refusal PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, TOO_MANY_CODES, CODES_INVALID when no code is new
 */
export function importCodes(
  services: Services,
  admin: Actor,
  origin: Origin,
  { productId, offerId, lines }: ImportOrder,
): Promise<Output<typeof codes.import>> {
  const list = readLines(lines);
  return longTransaction(services.db, async (tx) => {
    const shelf = await lockOffer(tx, productId, offerId);
    await codesStore.letInBehindFront.run(tx, shelf.offerId);
    await services.vault.holdKeys(tx);
    const imported = await insertCodes(tx, services.vault, shelf, list.codes);
    if (imported === 0) throw refuse('CODES_INVALID');
    const duplicates = list.repeated + list.codes.length - imported;
    await recordAction(tx, admin, origin, {
      action: 'codes.import',
      subject: { type: 'offer', id: shelf.offerId, name: `${shelf.productName} - ${shelf.offerName}` },
      after: { imported, duplicates, invalid: list.invalid },
    });
    const stock = await raiseStock(tx, shelf.offerId, imported);
    tx.afterCommit(() => services.live.publish('everyone', { type: 'stock', productId: shelf.productId }));
    return { imported, duplicates, stock };
  });
}

async function insertCodes(
  tx: Transaction,
  vault: CodeVault,
  shelf: Shelf,
  codes: readonly string[],
): Promise<number> {
  let written = 0;
  for (let from = 0; from < codes.length; from += batchSize) {
    const batch = codes.slice(from, from + batchSize);
    // Numbered before they are written: a sealed code is bound to the number of its row.
    const ids = (await codesStore.drawIds.all(tx, batch.length)).map(({ id }) => id);
    const sealed = batch.map((code, index) => vault.seal(ids[index] ?? 0, code));
    const fingerprints = batch.map((code) => vault.fingerprint(code));
    written += await codesStore.insert.run(
      tx,
      shelf.productId,
      shelf.offerId,
      ids,
      sealed,
      vault.keyId,
      fingerprints,
    );
    await breathe();
  }
  return written;
}
