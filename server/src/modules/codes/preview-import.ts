import type { BatchInput } from '@almas/contract/batch-fields';
import type { codes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { failUntil } from '../../app-error.ts';
import { attempt, uncountAttempt } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { findOffer } from '../offers/find-offer.ts';
import { newBatchValues } from './batch-values.ts';
import { searchRate } from './find-codes.ts';
import { readLimitedLines, type SentCodes } from './import-codes.ts';
import { checkForms, codeHashing, KnownCodesCount } from './known-codes.ts';

/** Codes that one statement looks up. */
const batchSize = 10_000;

interface ImportOrder extends SentCodes {
  readonly productId: string;
  readonly offerId: string;
  readonly batch?: BatchInput | undefined;
  readonly actorId: string;
}

/**
 * Counts what an import would write and, by offer, which of its codes are stored already. A list with stored codes is limited like a
 * search for one (find-codes.ts): halved until one code is left, it would name that code.
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, TOO_MANY_CODES, CODES_BEING_CHECKED, TOO_MANY_CODE_SEARCHES, and what is wrong with
 * the batch (batch-values.ts)
 */
export async function previewImport(
  { db, vault }: Services,
  { productId, offerId, batch, actorId, ...sent }: ImportOrder,
): Promise<Output<typeof codes.preview>> {
  const offer = await findOffer(db, productId, offerId);
  await newBatchValues(db, offer.offerId, batch);
  const list = readLimitedLines(sent, offer);
  await checkForms(db);
  const wait = await attempt(db, 'code_preview', actorId, searchRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_CODE_SEARCHES', wait);
  const fingerprintsOf = await codeHashing(db, vault, offer);
  const counter = new KnownCodesCount(offer.offerId);
  for (let from = 0; from < list.codes.length; from += batchSize) {
    const batch = list.codes.slice(from, from + batchSize);
    await counter.add(db, fingerprintsOf(batch));
  }
  const known = counter.result(list.repeated);
  const stored = [...known.inOtherOffers, ...known.sold].reduce(
    (sum, { count }) => sum + count,
    known.inOffer,
  );
  if (stored === 0) await uncountAttempt(db, 'code_preview', actorId);
  return {
    importable: list.codes.length - stored,
    duplicates: list.repeated + stored,
    invalid: list.invalid,
    ...known,
  };
}
