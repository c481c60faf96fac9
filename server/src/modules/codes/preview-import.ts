import type { codes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import type { Services } from '../../services.ts';
import { findOffer } from '../products/find-offer.ts';
import { codesStore } from './codes.store.ts';
import type { ImportOrder } from './import-codes.ts';
import { readLines } from './read-lines.ts';

const batchSize = 10_000;

/**
 * Counts what an import would write, without writing.
 * @throws Refusal PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, TOO_MANY_CODES
 */
export async function previewImport(
  { db, vault }: Services,
  { productId, offerId, lines }: ImportOrder,
): Promise<Output<typeof codes.preview>> {
  const list = readLines(lines);
  const shelf = await findOffer(db, productId, offerId);
  let stored = 0;
  for (let from = 0; from < list.codes.length; from += batchSize) {
    const fingerprints = list.codes.slice(from, from + batchSize).map((code) => vault.fingerprint(code));
    stored += (await codesStore.countStored.one(db, shelf.offerId, fingerprints)).count;
  }
  return {
    importable: list.codes.length - stored,
    duplicates: list.repeated + stored,
    invalid: list.invalid,
  };
}
