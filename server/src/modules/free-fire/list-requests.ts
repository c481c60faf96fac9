import type { FreeFireRequest } from '@almas/contract/free-fire';
import { pages } from '@almas/contract/page-sizes';
import { fail } from '../../app-error.ts';
import type { Actor, Caller } from '../../authorization/identity.ts';
import { soldItself } from '../../authorization/rights.ts';
import {
  decodeCursorMoment,
  decodeCursorNumber,
  endOfTime,
  isNumberId,
  presentPage,
  type SortOrder,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import {
  type FreeFireRequestRow,
  freeFireRequestColumns,
  freeFireRequestsStore,
  presentFreeFireRequest,
} from './requests.store.ts';

const select = `SELECT ${freeFireRequestColumns} FROM free_fire_requests r WHERE`;
const latest = 'ORDER BY r.processed_at DESC, r.id DESC LIMIT';

/** Requests in the order of their creation. `id`: that of the last request before the page. */
function listsIn(name: string, direction: 'ASC' | 'DESC') {
  const sign = direction === 'ASC' ? '>' : '<';
  const order = `ORDER BY r.id ${direction} LIMIT`;
  return {
    all: statement<[id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-${name}`,
      `${select} r.id ${sign} $1 ${order} $2`,
    ),
    withStatus: statement<[status: string, id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-with-status-${name}`,
      `${select} r.status = $1 AND r.id ${sign} $2 ${order} $3`,
    ),
    ofUser: statement<[userId: string, id: number, limit: number], FreeFireRequestRow>(
      `free-fire.requests-of-user-${name}`,
      `${select} r.user_id = $1 AND r.id ${sign} $2 ${order} $3`,
    ),
    ofUserWithStatus: statement<
      { userId: string; status: string; id: number; limit: number },
      FreeFireRequestRow
    >(
      `free-fire.requests-of-user-with-status-${name}`,
      `${select} r.user_id = :user_id AND r.status = :status AND r.id ${sign} :id ${order} :limit`,
    ),
  };
}
/** What one cashier sent, newest first. */
const ofCashier = statement<
  { userId: string; staffId: string; status: string; id: number; limit: number },
  FreeFireRequestRow
>(
  'free-fire.requests-of-cashier',
  `${select} r.user_id = :user_id AND r.staff_id = :staff_id AND r.id < :id AND CASE :status
     WHEN 'all' THEN true WHEN 'processed' THEN r.processed_at IS NOT NULL ELSE r.status = :status END
    ORDER BY r.id DESC LIMIT :limit`,
);
export const freeFireRequestLists = { desc: listsIn('newest', 'DESC'), asc: listsIn('oldest', 'ASC') };
export const processedFreeFireRequests = {
  processed: statement<[processedAt: string, id: number, limit: number], FreeFireRequestRow>(
    'free-fire.requests-processed',
    `${select} r.processed_at IS NOT NULL AND (r.processed_at, r.id) < ($1::timestamptz, $2) ${latest} $3`,
  ),
  ofUserProcessed: statement<
    { userId: string; processedAt: string; id: number; limit: number },
    FreeFireRequestRow
  >(
    'free-fire.requests-of-user-processed',
    `${select} r.user_id = :user_id AND r.processed_at IS NOT NULL AND (r.processed_at, r.id) < (:processed_at::timestamptz, :id) ${latest} :limit`,
  ),
};

export interface RequestQuery {
  readonly status: 'all' | 'processed' | FreeFireRequest['status'];
  readonly order: SortOrder;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** By default 100 for an administrator, 20 for a reseller (RWO-18..22). */
const pageSize = ({ administers }: Actor, requested: number | undefined): number => {
  const size = administers ? pages.freeFireRequests : pages.ownFreeFireRequests;
  return Math.min(requested ?? size.default, size.max);
};

/** A cashier does not see the email of the reseller. */
const presentTo = ({ actor }: Caller, row: FreeFireRequestRow): FreeFireRequest => {
  const request = presentFreeFireRequest(row);
  return actor.cashier ? { ...request, userEmail: '' } : request;
};

const beginning = { at: endOfTime, id: Number.MAX_SAFE_INTEGER };

/** One statement per kind of list, because each uses another index. */
function readRows(
  db: Queryable,
  { actor, wallet }: Caller,
  query: RequestQuery,
  rows: number,
): Promise<FreeFireRequestRow[]> {
  const { status, order, cursor } = query;
  const isAdmin = actor.administers;
  if (actor.cashier) {
    const id = decodeCursorNumber(cursor);
    return ofCashier.all(db, { userId: wallet.id, staffId: actor.cashier.id, status, id, limit: rows });
  }
  if (status === 'processed') {
    const { processed, ofUserProcessed } = processedFreeFireRequests;
    const { at, id } = decodeCursorMoment(cursor, isNumberId, beginning);
    return isAdmin
      ? processed.all(db, at, id, rows)
      : ofUserProcessed.all(db, { userId: wallet.id, processedAt: at, id, limit: rows });
  }
  const after = cursor || order === 'desc' ? decodeCursorNumber(cursor) : 0;
  const { all, withStatus, ofUser, ofUserWithStatus } = freeFireRequestLists[order];
  if (status === 'all') return isAdmin ? all.all(db, after, rows) : ofUser.all(db, wallet.id, after, rows);
  return isAdmin
    ? withStatus.all(db, status, after, rows)
    : ofUserWithStatus.all(db, { userId: wallet.id, status, id: after, limit: rows });
}

/** A page of requests: all for an administrator, a reseller's own. By default newest first; processed ones by processing time (AMB-43). */
export async function listFreeFireRequests(db: Queryable, caller: Caller, query: RequestQuery) {
  const limit = pageSize(caller.actor, query.limit);
  const rows = await readRows(db, caller, query, limit + 1);
  const sortValues = (row: FreeFireRequestRow) =>
    query.status === 'processed' && !caller.actor.cashier ? [row.processedAt ?? '', row.id] : [row.id];
  return presentPage(rows, limit, (row) => presentTo(caller, row), sortValues);
}

/** One request, for its owner and for administrators. @throws AppError REQUEST_NOT_FOUND, also for other accounts (PRM-30..32) */
export async function findFreeFireRequest(
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<FreeFireRequest> {
  const row = await freeFireRequestsStore.byId.first(db, parseIdOrZero(id));
  if (!row || !(caller.actor.administers || soldItself(caller, row))) throw fail('REQUEST_NOT_FOUND');
  return presentTo(caller, row);
}
