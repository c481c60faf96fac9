import type { codes } from '@almas/contract/products';
import type { Output, Parsed } from '@almas/contract/route';
import { decodeCursorMoment, endOfTime, isNumberId, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { codesStore, type EntryRow } from './codes.store.ts';

const everyStatus = ['available', 'reserved', 'sold'] as const;

/** Codes, newest first, without their text (RWO-08). Sale prices in DA. */
export async function listCodes(
  db: Queryable,
  { productId, offerId, status, limit, cursor }: Parsed<typeof codes.list>['query'],
): Promise<Output<typeof codes.list>> {
  const { at, id } = decodeCursorMoment(cursor, isNumberId, { at: endOfTime, id: 0 });
  const rows = await codesStore.list.all(
    db,
    productId === undefined ? null : parseUuidOrNil(productId),
    offerId === undefined ? null : parseUuidOrNil(offerId),
    status === 'all' ? everyStatus : [status],
    at,
    id,
    limit + 1,
  );
  return presentPage(rows, limit, presentEntry, (row) => [row.createdAt, row.id]);
}

const presentEntry = (row: EntryRow) => ({
  ...row,
  id: String(row.id),
  purchaseId: row.purchaseId === null ? null : String(row.purchaseId),
  salePrice: row.salePrice === null ? null : toDinars(row.salePrice as Centimes),
});
