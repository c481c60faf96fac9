import type { codes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import type { Services } from '../../services.ts';
import { findOffer } from '../offers/find-offer.ts';
import { readLimitedLines } from './import-codes.ts';
import { checkAllFingerprinted, KnownCodesCount } from './known-codes.ts';

const batchSize = 10_000;

interface ImportOrder {
  readonly productId: string;
  readonly offerId: string;
  readonly lines: readonly string[];
}

/**
 * Counts what an import would write, and where the other codes stand, without writing.
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, TOO_MANY_CODES, CODES_BEING_CHECKED
 */
export async function previewImport(
  { db, vault }: Services,
  { productId, offerId, lines }: ImportOrder,
): Promise<Output<typeof codes.preview>> {
  const list = readLimitedLines(lines);
  const offer = await findOffer(db, productId, offerId);
  await checkAllFingerprinted(db);
  const known = new KnownCodesCount(offer.offerId);
  for (let from = 0; from < list.codes.length; from += batchSize) {
    const batch = list.codes.slice(from, from + batchSize);
    await known.add(
      db,
      batch.map((code) => vault.fingerprint(code)),
    );
  }
  const found = known.result(list.repeated);
  const standing = [...found.inOtherOffers, ...found.sold].reduce(
    (sum, { count }) => sum + count,
    found.inOffer,
  );
  return {
    importable: list.codes.length - standing,
    duplicates: list.repeated + standing,
    invalid: list.invalid,
    ...found,
  };
}
