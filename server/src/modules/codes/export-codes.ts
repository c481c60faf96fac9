import { Readable } from 'node:stream';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { checkStepUp } from '../accounts/second-factor.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { findOffer } from '../offers/find-offer.ts';
import { codesStore } from './codes.store.ts';
import { exportFileName } from './export-file-name.ts';

const pageSize = 2_000;

export interface CodesExport {
  readonly fileName: string;
  /** One code per line, oldest first. */
  readonly text: Readable;
}

/**
 * The available codes of an offer as a text (AMB-62). The export is in the audit trail before the
 * first one leaves. Read page by page: an export holds no lock and sees no code that is sold meanwhile.
 * @throws AppError STEP_UP_REQUIRED, PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, NO_CODES_TO_EXPORT
 */
export async function exportCodes(
  services: Services,
  admin: Actor,
  origin: Origin,
  productId: string,
  offerId: string,
): Promise<CodesExport> {
  checkStepUp(admin);
  const offer = await findOffer(services.db, productId, offerId);
  await transaction(services.db, async (tx) => {
    const { count } = await codesStore.countAvailable.one(tx, offer.offerId);
    if (count === 0) throw fail('NO_CODES_TO_EXPORT');
    await recordAction(tx, admin, origin, {
      action: 'codes.export',
      subject: { type: 'offer', id: offer.offerId, name: `${offer.productName} - ${offer.offerName}` },
      after: { exported: count },
    });
  });
  return {
    fileName: exportFileName(offer.productName, offer.offerName),
    text: Readable.from(pages(services, offer.offerId), { objectMode: false, encoding: 'utf8' }),
  };
}

async function* pages({ db, vault }: Services, offerId: string): AsyncGenerator<string> {
  let after = { createdAt: '-infinity', id: 0 };
  for (;;) {
    const rows = await codesStore.availableAfter.all(db, offerId, after.createdAt, after.id, pageSize);
    const last = rows.at(-1);
    if (!last) return;
    await vault.learn(rows.map(({ keyId }) => keyId));
    yield rows.map(({ id, sealed, keyId }) => `${vault.open(id, sealed, keyId)}\n`).join('');
    after = last;
  }
}
