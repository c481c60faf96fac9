import { pages } from '@almas/contract/limits';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { mayAccess } from '../../http/access.ts';
import { numberOrZero, parseUuidOrNil } from '../../ids.ts';
import { findRequests, type RequestSearch } from './find-requests.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { presentHistory, presentListed } from './request-record.ts';

export interface RequestFilter extends RequestSearch {
  readonly userId?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Requests, newest first unless an administrator asks otherwise: one's own for a reseller, anybody's for an administrator
 * (PRM-33). One account's requests come by 20, all of them by 50, and by 100 when no status is named either (RWO-14 to
 * RWO-16). @throws AppError FORBIDDEN for another account's
 */
export async function listRechargeRequests(
  db: Queryable,
  actor: Actor,
  filter: RequestFilter,
): Promise<{ items: RechargeRequest[]; nextCursor: string | null; count?: number; capped?: boolean }> {
  const userId = filter.userId || (actor.administers ? undefined : actor.id);
  if (userId !== undefined && !mayAccess(actor, userId)) throw fail('FORBIDDEN');
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

/** What the administrators' list asks: it is answered with a count, and for every account alone. */
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
  const before = decodeCursorNumber(cursor);
  if (userId === undefined) {
    return status === 'all'
      ? rechargeRequestsStore.all.all(db, before, limit)
      : rechargeRequestsStore.byStatus.all(db, status, before, limit);
  }
  const id = parseUuidOrNil(userId);
  return status === 'all'
    ? rechargeRequestsStore.ofUser.all(db, id, before, limit)
    : rechargeRequestsStore.ofUserByStatus.all(db, id, status, before, limit);
}

/** One request, for its owner and for administrators; to anybody else it is not there (PRM-30..32). */
export async function findRechargeRequest(db: Queryable, actor: Actor, id: string): Promise<RechargeRequest> {
  const row = await rechargeRequestsStore.listedById.first(db, numberOrZero(id));
  if (!row || !mayAccess(actor, row.userId)) throw fail('REQUEST_NOT_FOUND');
  const request = presentListed(row);
  return actor.administers ? request : withoutAdministrators(request);
}

const withoutAdministrators = ({ userInfo, processedByName, warnings, ...own }: RechargeRequest) => own;

/** What happened to a request, oldest first. @throws AppError REQUEST_NOT_FOUND, FORBIDDEN for another account's */
export async function requestHistory(db: Queryable, actor: Actor, requestId: string) {
  const request = await rechargeRequestsStore.byId.first(db, numberOrZero(requestId));
  if (!request) throw fail('REQUEST_NOT_FOUND');
  if (!mayAccess(actor, request.userId)) throw fail('FORBIDDEN');
  return (await rechargeRequestsStore.history.all(db, request.id)).map(presentHistory);
}
