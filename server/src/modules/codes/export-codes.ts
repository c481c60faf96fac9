import { Readable } from 'node:stream';
import { codes } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { checkStillAdministers } from '../../authorization/lock-administrator.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { Attachment, command } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import type { CodePayload } from '../../vault/code-payload.ts';
import { findOffer } from '../offers/find-offer.ts';
import { requestCodeCheck } from './code-checks.ts';
import { codesStore } from './codes.store.ts';
import { exportFileName } from './export-file-name.ts';
import { openCodes } from './open-codes.ts';

const pageSize = 2_000;

/**
 * The available codes of an offer as a text file, one per line, oldest first (AMB-62); with serials, `code;serial` under headings. The audit trail has the export before the first
 * code is sent, with the number of codes, and the file never has more. The codes are read page by page without a lock, so codes sold
 * meanwhile are missing. A code that no key opens is omitted, because each line of the file is taken for a code.
 */
export const exportCodes = command(codes.export, {
  prepare: ({ services, identity, actor }) => {
    checkStepUp(actor);
    const check = () => checkStillAdministers(services.db, actor, identity.sessionHash(), codes.export.scope);
    return { services, check };
  },
  run: async ({ tx, params, prepared: { services, check } }) => {
    const { offerId, productName, offerName } = await findOffer(tx, params.id, params.offerId);
    const { count } = await codesStore.countAvailable.one(tx, offerId);
    if (count === 0) throw fail('NO_CODES_TO_EXPORT');
    const { any: hasSerials } = await codesStore.anySerialOfOffer.one(tx, offerId);
    // Read while the response is sent, after the commit.
    const content = Readable.from(pages(services, check, { offerId, count, hasSerials }), {
      objectMode: false,
      encoding: 'utf8',
    });
    return {
      response: new Attachment(exportFileName(productName, offerName), 'text/plain', content),
      effects: {
        audit: {
          action: 'codes.export',
          subject: { type: 'offer', id: offerId, name: `${productName} - ${offerName}` },
          after: { exported: count },
        },
      },
    };
  },
});

async function* pages(
  { db, vault, log }: Pick<Services, 'db' | 'vault' | 'log'>,
  check: () => Promise<void>,
  {
    offerId,
    count,
    hasSerials,
  }: { readonly offerId: string; readonly count: number; readonly hasSerials: boolean },
): AsyncGenerator<string> {
  // With its headings, so that an import of the file takes each cell for what it is.
  if (hasSerials) yield 'Code;Serial\n';
  let after = { createdAt: '-infinity', id: 0 };
  let isCheckRequested = false;
  for (let left = count; left > 0; ) {
    const limit = Math.min(left, pageSize);
    const rows = await codesStore.availableAfter.all(db, {
      offerId,
      createdAt: after.createdAt,
      id: after.id,
      limit,
    });
    const last = rows.at(-1);
    if (!last) return;
    left -= rows.length;
    const opened = await openCodes({ vault, log }, rows, { offerId });
    // Only once: the check covers the whole offer, and a further request restarts it.
    if (opened.includes(null) && !isCheckRequested) {
      isCheckRequested = true;
      await requestCodeCheck({ db, log }, offerId);
    }
    yield opened.map((code) => (code === null ? '' : `${lineOf(code, hasSerials)}\n`)).join('');
    after = last;
    await check();
  }
}

const lineOf = ({ code, serial }: CodePayload, hasSerials: boolean): string =>
  hasSerials ? `${cell(code)};${cell(serial)}` : code;

const cell = (text: string): string => (/[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
