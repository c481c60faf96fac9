import type { purchases } from '@almas/contract/purchases';
import type { Output, Parsed } from '@almas/contract/route';
import type { Actor } from '../../actor.ts';
import { endOfTime, isNumberId, momentBefore, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { uuidOrNobody } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import { presentSummary, purchasesStore } from './purchases.store.ts';

/**
 * Purchases newest first, without their codes: a reseller's own (PRM-08); for an administrator everybody's, or those
 * of one account (RWO-11). @throws Refusal FORBIDDEN for somebody else's
 */
export async function listPurchases(
  db: Queryable,
  viewer: Actor,
  { userId, limit, cursor }: Parsed<typeof purchases.list>['query'],
): Promise<Output<typeof purchases.list>> {
  if (!viewer.administers && userId !== undefined && userId !== viewer.id) throw refuse('FORBIDDEN');
  const { at, id } = momentBefore(cursor, isNumberId, { at: endOfTime, id: 0 });
  const buyer = viewer.administers ? userId : viewer.id;
  const rows =
    buyer === undefined
      ? await purchasesStore.ofEverybody.all(db, at, id, limit + 1)
      : await purchasesStore.ofUser.all(db, uuidOrNobody(buyer), at, id, limit + 1);
  return {
    items: rows.slice(0, limit).map(presentSummary),
    nextCursor: nextCursor(rows, limit, (row) => [row.createdAt, row.id]),
  };
}
