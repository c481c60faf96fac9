import type { codeBatches, UnsoldCode } from '@almas/contract/code-batches';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { decodeCursorMoment, isNumberId, nextCursor } from '../../database/page.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { batchOf, findBatch } from './code-batches.ts';
import { openCodes } from './open-codes.ts';

interface UnsoldRow extends SealedCode {
  readonly status: 'available' | 'reserved';
  readonly batchId: number | null;
  readonly createdAt: string;
}
const unsoldColumns = `c.id, c.sealed, c.key_id AS "keyId", c.status, c.created_at AS "createdAt", ${batchOf('c.id')} AS "batchId"`;

const unsoldOfImport = statement<[firstId: number, lastId: number, limit: number], UnsoldRow>(
  'code-batches.unsold-of-import',
  `SELECT ${unsoldColumns} FROM codes c
    WHERE c.id BETWEEN $1::bigint AND $2::bigint AND c.status <> 'sold' ORDER BY c.id LIMIT $3::int`,
);
const unsoldOfOffer = statement<{ offerId: string; createdAt: string; id: number; limit: number }, UnsoldRow>(
  'code-batches.unsold-of-offer',
  `SELECT ${unsoldColumns} FROM (
     (SELECT * FROM codes WHERE offer_id = :offer_id AND status = 'available' AND (created_at, id) > (:created_at::timestamptz, :id::bigint)
       ORDER BY created_at, id LIMIT :limit::int)
     UNION ALL
     (SELECT * FROM codes WHERE offer_id = :offer_id AND status = 'reserved' AND status <> 'available'
         AND (created_at, id) > (:created_at, :id) ORDER BY created_at, id LIMIT :limit)) c
    ORDER BY c.created_at, c.id LIMIT :limit`,
);

/**
 * Unsold codes, of which a few characters show, the oldest first. @throws AppError INVALID_INPUT for neither an offer nor an import,
 * BATCH_NOT_FOUND
 */
export async function listUnsold(
  { db, vault, log }: Pick<Services, 'db' | 'vault' | 'log'>,
  { offerId, batchId, limit, cursor }: Parsed<typeof codeBatches.unsold>['query'],
): Promise<Output<typeof codeBatches.unsold>> {
  const after = decodeCursorMoment(cursor, isNumberId, { at: '-infinity', id: 0 });
  const rows = await read();
  const shown = rows.slice(0, limit);
  const opened = await openCodes({ vault, log }, shown, { offerId: offerId ?? '' });
  return {
    items: shown.map(({ id, status, batchId: of, createdAt }, index): UnsoldCode => {
      const payload = opened[index];
      return {
        id: String(id),
        masked: payload ? masked(payload.code) : null,
        maskedSerial: payload?.serial ? masked(payload.serial) : null,
        status,
        batchId: of === null ? null : String(of),
        createdAt,
      };
    }),
    nextCursor: nextCursor(rows, limit, (row) => [row.createdAt, row.id]),
  };

  async function read(): Promise<UnsoldRow[]> {
    if (batchId !== undefined) {
      const { firstId, lastId } = await findBatch(db, batchId);
      return unsoldOfImport.all(db, Math.max(firstId, after.id + 1), lastId, limit + 1);
    }
    if (offerId === undefined) throw fail('INVALID_INPUT');
    return unsoldOfOffer.all(db, {
      offerId: parseUuidOrNil(offerId),
      createdAt: after.at,
      id: after.id,
      limit: limit + 1,
    });
  }
}

/** `AB••••89`: at least ten letters and digits stay hidden, or the rest could be found by trying what is left. */
export function masked(text: string): string {
  const characters = [...text];
  const secret = characters.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
  const shown = Math.max(0, Math.min(2, Math.floor((secret - 10) / 2)));
  return `${characters.slice(0, shown).join('')}••••${shown > 0 ? characters.slice(-shown).join('') : ''}`;
}
