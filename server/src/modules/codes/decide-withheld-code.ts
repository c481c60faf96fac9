import type { codes, WithheldCode } from '@almas/contract/products';
import type { Output, Parsed } from '@almas/contract/route';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { type OpenTransaction, transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { lockOffer, raiseStock } from '../offers/find-offer.ts';
import { codesStore } from './codes.store.ts';
import { prepareImport } from './import-codes.ts';
import { type LockedWithheld, type WithheldRow, withheldCodesStore } from './withheld-codes.store.ts';

/** Codes out of sale that wait for a decision, the newest first, each with the code like it that stands now. */
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

/** What is stored and recorded of each decision. */
const outcomes = {
  discard: { stored: 'discarded', action: 'codes.discard-withheld' },
  release: { stored: 'released', action: 'codes.release-withheld' },
} as const;

/**
 * Decides about a code that was taken out of sale, once. One that is discarded stays out for good. One that is released
 * is for sale again, in its offer, as the youngest code of it; that needs the other one like it to be gone.
 * @throws AppError WITHHELD_CODE_NOT_FOUND, WITHHELD_CODE_DECIDED; for a release also PRODUCT_NOT_FOUND, OFFER_NOT_FOUND,
 *   WITHHELD_CODE_STILL_DUPLICATE, CODES_BEING_CHECKED
 */
export function decideWithheldCode(
  services: Services,
  admin: Actor,
  origin: Origin,
  id: number,
  decision: 'discard' | 'release',
): Promise<undefined> {
  return transaction(services.db, async (tx) => {
    // Imports hold their turn first, then rows: so does a release.
    if (decision === 'release') await prepareImport(tx, services.vault);
    const withheld = await withheldCodesStore.lock.first(tx, id);
    if (!withheld) throw fail('WITHHELD_CODE_NOT_FOUND');
    if (withheld.decision !== null) throw fail('WITHHELD_CODE_DECIDED');
    const { productName, offerName, offerId } = withheld;
    const { stored, action } = outcomes[decision];
    await withheldCodesStore.decide.run(tx, id, admin.id, stored);
    await recordAction(tx, admin, origin, {
      action,
      subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
      after: { codes: [String(id)] },
    });
    if (decision === 'release') await putBackOnSale(tx, services, id, withheld);
    return undefined;
  });
}

async function putBackOnSale(
  tx: OpenTransaction,
  services: Services,
  id: number,
  { productId, offerId }: LockedWithheld,
): Promise<void> {
  await lockOffer(tx, productId, offerId);
  await codesStore.lowerOldestSellable.run(tx, offerId);
  if ((await withheldCodesStore.release.run(tx, id)) === 0) throw fail('WITHHELD_CODE_STILL_DUPLICATE');
  tx.afterCommit(() => services.live.publish('everyone', { type: 'stock', productId }));
  await raiseStock(tx, offerId, 1);
}
