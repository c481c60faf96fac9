import type { FreeFireRequest } from '@almas/contract/free-fire';
import { pages } from '@almas/contract/limits';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import {
  decodeCursorMoment,
  decodeCursorNumber,
  endOfTime,
  isNumberId,
  nextCursor,
  type SortOrder,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { mayAccess } from '../../http/access.ts';
import { numberOrZero } from '../../ids.ts';
import { type FreeFireRequestRow, presentFreeFireRequest } from './request-record.ts';
import { freeFireRequestLists, freeFireRequestsStore } from './requests.store.ts';

export interface RequestQuery {
  readonly status: 'all' | 'processed' | FreeFireRequest['status'];
  readonly order: SortOrder;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Everybody's for an administrator, 100 at a time; one's own for a reseller, 20 at a time (RWO-18..22). */
const pageSize = ({ administers }: Actor, asked: number | undefined): number => {
  const size = administers ? pages.freeFireRequests : pages.ownFreeFireRequests;
  return Math.min(asked ?? size.default, size.max);
};

const beginning = { at: endOfTime, id: Number.MAX_SAFE_INTEGER };

/** One statement for each kind of list, so that each has its index. */
function readRows(
  db: Queryable,
  actor: Actor,
  query: RequestQuery,
  rows: number,
): Promise<FreeFireRequestRow[]> {
  const { status, order, cursor } = query;
  const isAdmin = actor.administers;
  if (status === 'processed') {
    const { processed, ofUserProcessed } = freeFireRequestsStore;
    const { at, id } = decodeCursorMoment(cursor, isNumberId, beginning);
    return isAdmin ? processed.all(db, at, id, rows) : ofUserProcessed.all(db, actor.id, at, id, rows);
  }
  const after = cursor || order === 'desc' ? decodeCursorNumber(cursor) : 0;
  const { all, withStatus, ofUser, ofUserWithStatus } = freeFireRequestLists[order];
  if (status === 'all') return isAdmin ? all.all(db, after, rows) : ofUser.all(db, actor.id, after, rows);
  return isAdmin
    ? withStatus.all(db, status, after, rows)
    : ofUserWithStatus.all(db, actor.id, status, after, rows);
}

/** Requests, newest first unless asked otherwise; the processed ones by the time of processing (AMB-43). */
export async function listFreeFireRequests(db: Queryable, actor: Actor, query: RequestQuery) {
  const limit = pageSize(actor, query.limit);
  const rows = await readRows(db, actor, query, limit + 1);
  const sortValues = (row: FreeFireRequestRow) =>
    query.status === 'processed' ? [row.processedAt ?? '', row.id] : [row.id];
  return {
    items: rows.slice(0, limit).map(presentFreeFireRequest),
    nextCursor: nextCursor(rows, limit, sortValues),
  };
}

/** One request, for its owner and for administrators; to anybody else it is not there (PRM-30..32). */
export async function findFreeFireRequest(db: Queryable, actor: Actor, id: string): Promise<FreeFireRequest> {
  const row = await freeFireRequestsStore.byId.first(db, numberOrZero(id));
  if (!row || !mayAccess(actor, row.userId)) throw fail('REQUEST_NOT_FOUND');
  return presentFreeFireRequest(row);
}
