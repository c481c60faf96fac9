import type { purchases } from '@almas/contract/purchases';
import type { Output, Parsed } from '@almas/contract/route';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { decodeCursorMoment, endOfTime, isNumberId, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type PurchaseRow, presentSummary, purchasesStore } from './purchases.store.ts';

/**
 * Purchases newest first, without their codes: a reseller's own (PRM-08); for an administrator everybody's, or those
 * of one account (RWO-11). A search or days narrow the purchases of one account. @throws AppError FORBIDDEN for another
 * account's, INVALID_INPUT for a search through everybody's
 */
export async function listPurchases(
  db: Queryable,
  viewer: Actor,
  { userId, search, from, to, limit, cursor }: Parsed<typeof purchases.list>['query'],
): Promise<Output<typeof purchases.list>> {
  if (!viewer.administers && userId !== undefined && userId !== viewer.id) throw fail('FORBIDDEN');
  const { at, id } = decodeCursorMoment(cursor, isNumberId, { at: endOfTime, id: 0 });
  const buyer = viewer.administers ? userId : viewer.id;
  const pattern = likePattern(search);
  const isNarrowed = pattern !== null || from !== undefined || to !== undefined;
  if (isNarrowed && buyer === undefined) throw fail('INVALID_INPUT');
  const rows = await read();
  return {
    items: rows.slice(0, limit).map(presentSummary),
    nextCursor: nextCursor(rows, limit, (row) => [row.createdAt, row.id]),
  };

  function read(): Promise<PurchaseRow[]> {
    if (buyer === undefined) return purchasesStore.ofEverybody.all(db, at, id, limit + 1);
    const account = parseUuidOrNil(buyer);
    if (!isNarrowed) return purchasesStore.ofUser.all(db, account, at, id, limit + 1);
    const days = [from ?? null, to ?? null] as const;
    return purchasesStore.ofUserMatching.all(db, account, at, id, limit + 1, ...days, pattern);
  }
}
