import type { freeFire } from '@almas/contract/free-fire';
import type { Output } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import { type FreeFireHistoryRow, historyStore } from './history.store.ts';

const present = (row: FreeFireHistoryRow) => ({
  ...row,
  id: String(row.id),
  price: toDinars(row.price),
  requestId: String(row.requestId),
});

/**
 * Completed top-ups, newest first: a reseller's own; for an administrator those of all accounts or of `userId` (RWO-23).
 * @throws AppError FORBIDDEN for a reseller with another `userId`
 */
export async function listHistory(
  db: Queryable,
  caller: Caller,
  query: {
    readonly userId?: string | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<Output<typeof freeFire.history>> {
  const { actor, wallet } = caller;
  const userId = query.userId || (actor.administers ? undefined : wallet.id);
  if (userId !== undefined && !mayAccess(caller, userId)) throw fail('FORBIDDEN');
  const { all, ofUser } = historyStore;
  const read = (before: number, rows: number) =>
    userId === undefined ? all.all(db, before, rows) : ofUser.all(db, parseUuidOrNil(userId), before, rows);
  return pageByNumber(query, read, present);
}
