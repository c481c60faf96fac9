import { pages } from '@almas/contract/page-sizes';
import type { RechargeHistoryEntry, RechargeRequest } from '@almas/contract/recharge-requests';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import type { Stored } from '../../money/stored.ts';
import { type ListedRow, listedColumns, presentListed } from './find-requests.store.ts';
import { findRequests, type RequestSearch } from './find-requests.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';

/** With the `userInfo` of the joined account (ADR-18). */
const withUser = `SELECT ${listedColumns} FROM recharge_requests r JOIN users u ON u.id = r.user_id`;

interface Page {
  readonly before: number;
  readonly limit: number;
}

/** Newest first. */
const list = <Filter>(name: string, where: string) =>
  statement<Filter & Page, ListedRow>(
    `recharge-requests.${name}`,
    `${withUser} WHERE ${where} AND r.id < :before ORDER BY r.id DESC LIMIT :limit`,
  );

const lists = {
  all: list('list', 'true'),
  byStatus: list<{ status: string }>('list-by-status', 'r.status = :status'),
  ofUser: list<{ userId: string }>('list-of-user', 'r.user_id = :user_id'),
  ofUserByStatus: list<{ userId: string; status: string }>(
    'list-of-user-by-status',
    'r.user_id = :user_id AND r.status = :status',
  ),
};
const listedById = statement<[number], ListedRow>(
  'recharge-requests.listed-by-id',
  `${withUser} WHERE r.id = $1`,
);

export interface RequestFilter extends RequestSearch {
  readonly userId?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * A page of requests, by default newest first: a reseller's own, any account's for an administrator (PRM-33). The page size is 20 for
 * one account, 50 for all accounts, 100 for all accounts and statuses (RWO-14 to RWO-16).
 * @throws AppError FORBIDDEN for another account's requests
 */
export async function listRechargeRequests(
  db: Queryable,
  caller: Caller,
  filter: RequestFilter,
): Promise<{ items: RechargeRequest[]; nextCursor: string | null; count?: number; capped?: boolean }> {
  const { actor, wallet } = caller;
  const userId = filter.userId || (actor.administers ? undefined : wallet.id);
  if (userId !== undefined && !mayAccess(caller, userId)) throw fail('FORBIDDEN');
  const size = sizeOf(userId, filter);
  const limit = Math.min(filter.limit ?? size.default, size.max);
  if (isSearch(filter)) {
    if (userId !== undefined) throw fail('INVALID_INPUT');
    return findRequests(db, filter, limit, filter.cursor);
  }
  const rows = await read(db, userId, filter, limit + 1);
  const items = rows.slice(0, limit).map(presentListed);
  return {
    items: actor.administers ? items : items.map(withoutAdministrators),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}

/** Whether the query has filters of the administrators' list, whose pages have a count. Not for the list of one account. */
const isSearch = ({ search, method, since, order }: RequestFilter): boolean =>
  [search, method, since, order].some((part) => part !== undefined);

function sizeOf(userId: string | undefined, { status }: RequestFilter) {
  if (userId !== undefined) return pages.ownRechargeRequests;
  return status === undefined ? pages.genericRechargeRequests : pages.rechargeRequests;
}

function read(
  db: Queryable,
  userId: string | undefined,
  { status = 'all', cursor }: RequestFilter,
  limit: number,
) {
  const page = { before: decodeCursorNumber(cursor), limit };
  if (userId === undefined)
    return status === 'all' ? lists.all.all(db, page) : lists.byStatus.all(db, { status, ...page });
  const own = { userId: parseUuidOrNil(userId), ...page };
  return status === 'all' ? lists.ofUser.all(db, own) : lists.ofUserByStatus.all(db, { status, ...own });
}

/** One request, for its owner and for administrators. @throws AppError REQUEST_NOT_FOUND, also for other accounts (PRM-30..32) */
export async function findRechargeRequest(
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<RechargeRequest> {
  const row = await listedById.first(db, parseIdOrZero(id));
  if (!row || !mayAccess(caller, row.userId)) throw fail('REQUEST_NOT_FOUND');
  const request = presentListed(row);
  return caller.actor.administers ? request : withoutAdministrators(request);
}

const withoutAdministrators = ({ userInfo, processedByName, warnings, ...own }: RechargeRequest) => own;

type RechargeHistoryRow = Stored<RechargeHistoryEntry, 'requestId' | 'transactionId', 'amount'>;

const history = statement<[requestId: number], RechargeHistoryRow>(
  'recharge-requests.history',
  `SELECT request_id AS "requestId", user_id AS "userId", action, amount, method, admin_id AS "adminId", "timestamp",
     details, transaction_id AS "transactionId" FROM recharge_history WHERE request_id = $1 ORDER BY id`,
);

const presentHistory = (row: RechargeHistoryRow): RechargeHistoryEntry => ({
  ...row,
  requestId: String(row.requestId),
  amount: toDinars(row.amount),
  transactionId: row.transactionId === null ? null : String(row.transactionId),
});

/** The history of a request, oldest first. @throws AppError REQUEST_NOT_FOUND, also for another account's: ids are consecutive */
export async function requestHistory(db: Queryable, caller: Caller, requestId: string) {
  const request = await rechargeRequestsStore.byId.first(db, parseIdOrZero(requestId));
  if (!request || !mayAccess(caller, request.userId)) throw fail('REQUEST_NOT_FOUND');
  return (await history.all(db, request.id)).map(presentHistory);
}
