import type { CodeImport, codeImports, UnsoldCode } from '@almas/contract/code-imports';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { decodeCursorMoment, decodeCursorNumber, isNumberId, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { accountName } from './codes.store.ts';
import { openCodes } from './open-codes.ts';

export interface CodeImportRow {
  id: number;
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  source: string;
  authorName: string;
  createdAt: string;
  firstId: number;
  lastId: number;
  imported: number;
  duplicates: number;
  invalid: number;
  sold: number;
  left: number;
  withdrawn: number;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
  withdrawReason: string | null;
}

/** SQL: the id of the import whose range contains the code with this id; null for a code from before there were imports. */
export const importOf = (codeId: string): string =>
  `(SELECT CASE WHEN i.last_id >= ${codeId} THEN i.id END FROM code_imports i
     WHERE i.first_id <= ${codeId} ORDER BY i.first_id DESC LIMIT 1)`;

// The codes of an import are counted along the primary key: an import of usual size costs less than a millisecond.
const withCounts = (page: string) => `
  SELECT i.id, o.product_id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName", i.source,
         ${accountName('i.imported_by')} AS "authorName", i.created_at AS "createdAt", i.first_id AS "firstId",
         i.last_id AS "lastId", i.imported, i.duplicates, i.invalid, c.sold, c.unsold AS left, w.withdrawn,
         i.withdrawn_at AS "withdrawnAt", ${accountName('i.withdrawn_by')} AS "withdrawnBy",
         i.withdraw_reason AS "withdrawReason"
    FROM (${page}) i JOIN offers o ON o.id = i.offer_id JOIN products p ON p.id = o.product_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'sold') AS sold, count(*) FILTER (WHERE status <> 'sold') AS unsold
        FROM codes WHERE id BETWEEN i.first_id AND i.last_id) c
    CROSS JOIN LATERAL (
      SELECT count(*) AS withdrawn FROM withheld_codes
       WHERE id BETWEEN i.first_id AND i.last_id AND reason = 'withdrawn' AND decision = 'discarded') w
   ORDER BY i.id DESC`;

const ofAll = statement<[before: number, limit: number], CodeImportRow>(
  'code-imports.of-all',
  withCounts('SELECT * FROM code_imports WHERE id < $1::bigint ORDER BY id DESC LIMIT $2::int'),
);
const ofOffer = statement<[before: number, limit: number, offerId: string], CodeImportRow>(
  'code-imports.of-offer',
  withCounts(
    'SELECT * FROM code_imports WHERE id < $1::bigint AND offer_id = $3::uuid ORDER BY id DESC LIMIT $2::int',
  ),
);
const byId = statement<[id: number], CodeImportRow>(
  'code-imports.by-id',
  withCounts('SELECT * FROM code_imports WHERE id = $1'),
);

/** Imports, newest first, with what became of their codes. */
export async function listImports(
  db: Queryable,
  { offerId, limit, cursor }: Parsed<typeof codeImports.list>['query'],
): Promise<Output<typeof codeImports.list>> {
  const before = decodeCursorNumber(cursor);
  const rows =
    offerId === undefined
      ? await ofAll.all(db, before, limit + 1)
      : await ofOffer.all(db, before, limit + 1, parseUuidOrNil(offerId));
  return {
    items: rows.slice(0, limit).map(presentImport),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}

/** @throws AppError CODE_IMPORT_NOT_FOUND */
export async function findImport(db: Queryable, id: string): Promise<CodeImportRow> {
  const row = await byId.first(db, parseIdOrZero(id));
  if (!row) throw fail('CODE_IMPORT_NOT_FOUND');
  return row;
}

export const presentImport = ({
  id,
  firstId: _first,
  lastId: _last,
  withdrawnAt,
  withdrawnBy,
  withdrawReason,
  ...row
}: CodeImportRow): CodeImport => ({
  ...row,
  id: String(id),
  withdrawal:
    withdrawnAt === null
      ? null
      : { at: withdrawnAt, byName: withdrawnBy ?? '', reason: withdrawReason ?? '' },
});

interface UnsoldRow extends SealedCode {
  readonly status: 'available' | 'reserved';
  readonly importId: number | null;
  readonly createdAt: string;
}
const unsoldColumns = `c.id, c.sealed, c.key_id AS "keyId", c.status, c.created_at AS "createdAt", ${importOf('c.id')} AS "importId"`;

const unsoldOfImport = statement<[firstId: number, lastId: number, limit: number], UnsoldRow>(
  'code-imports.unsold-of-import',
  `SELECT ${unsoldColumns} FROM codes c
    WHERE c.id BETWEEN $1::bigint AND $2::bigint AND c.status <> 'sold' ORDER BY c.id LIMIT $3::int`,
);
const unsoldOfOffer = statement<[offerId: string, createdAt: string, id: number, limit: number], UnsoldRow>(
  'code-imports.unsold-of-offer',
  `SELECT ${unsoldColumns} FROM (
     (SELECT * FROM codes WHERE offer_id = $1 AND status = 'available' AND (created_at, id) > ($2::timestamptz, $3::bigint)
       ORDER BY created_at, id LIMIT $4::int)
     UNION ALL
     (SELECT * FROM codes WHERE offer_id = $1 AND status = 'reserved' AND status <> 'available'
         AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4)) c
    ORDER BY c.created_at, c.id LIMIT $4`,
);

/**
 * Unsold codes, of which a few characters show, the oldest first. @throws AppError INVALID_INPUT for neither an offer nor an import,
 * CODE_IMPORT_NOT_FOUND
 */
export async function listUnsold(
  { db, vault, log }: Pick<Services, 'db' | 'vault' | 'log'>,
  { offerId, importId, limit, cursor }: Parsed<typeof codeImports.unsold>['query'],
): Promise<Output<typeof codeImports.unsold>> {
  const after = decodeCursorMoment(cursor, isNumberId, { at: '-infinity', id: 0 });
  const rows = await read();
  const shown = rows.slice(0, limit);
  const opened = await openCodes({ vault, log }, shown, { offerId: offerId ?? '' });
  return {
    items: shown.map(({ id, status, importId: of, createdAt }, index): UnsoldCode => {
      const payload = opened[index];
      return {
        id: String(id),
        masked: payload ? masked(payload.code) : null,
        maskedSerial: payload?.serial ? masked(payload.serial) : null,
        status,
        importId: of === null ? null : String(of),
        createdAt,
      };
    }),
    nextCursor: nextCursor(rows, limit, (row) => [row.createdAt, row.id]),
  };

  async function read(): Promise<UnsoldRow[]> {
    if (importId !== undefined) {
      const { firstId, lastId } = await findImport(db, importId);
      return unsoldOfImport.all(db, Math.max(firstId, after.id + 1), lastId, limit + 1);
    }
    if (offerId === undefined) throw fail('INVALID_INPUT');
    return unsoldOfOffer.all(db, parseUuidOrNil(offerId), after.at, after.id, limit + 1);
  }
}

/** `AB••••89`: enough to tell the codes of a list apart, too little to use one. */
export function masked(text: string): string {
  const characters = [...text];
  const shown = characters.length >= 8 ? 2 : characters.length >= 5 ? 1 : 0;
  return `${characters.slice(0, shown).join('')}••••${shown > 0 ? characters.slice(-shown).join('') : ''}`;
}
