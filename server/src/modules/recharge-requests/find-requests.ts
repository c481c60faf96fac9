import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
import {
  countMatches,
  countUpTo,
  isNumberId,
  isTime,
  presentPage,
  type SortOrder,
  sortValuesAfter,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern, phonePattern } from '../../database/search.ts';
import { composed } from '../../database/statement.ts';
import { matchingUserIds } from '../accounts/matching-users.ts';
import {
  type ListedRow,
  matchingRequests,
  presentListed,
  type RechargeRequestsFilter,
  rechargeRequestsCount,
  rechargeRequestsPage,
} from './find-requests.store.ts';

export interface RequestSearch {
  readonly search?: string | undefined;
  readonly status?: 'all' | RechargeRequest['status'] | undefined;
  readonly method?: 'all' | RechargeRequest['method'] | undefined;
  readonly since?: string | undefined;
  readonly order?: SortOrder | undefined;
}

interface Found {
  readonly pattern: string;
  readonly phone: string | null;
  readonly amount: number | null;
  readonly reference: string;
  /** null: too many to sort, or more accounts match than were looked up. */
  readonly ids: readonly number[] | null;
}

/** Resolves a search text to accounts and requests, by names, phone, amount and reference; undefined when it is empty. */
async function foundBy(db: Queryable, search: string | undefined): Promise<Found | undefined> {
  const pattern = likePattern(search);
  if (pattern === null) return undefined;
  const phone = phonePattern(search);
  const typed = readTypedAmount(search ?? '');
  const centimes = typed.kind === 'amount' ? Math.round(typed.amount * 100) : null;
  const amount = Number.isSafeInteger(centimes) ? centimes : null;
  const reference = typedDigits(search ?? '');
  const users = await matchingUserIds(db, pattern, phone, countUpTo);
  const ids = (
    await matchingRequests.all(db, { pattern, userIds: users, limit: countUpTo + 1, amount, reference })
  ).map(({ id }) => id);
  const isMany = ids.length > countUpTo || users.length === countUpTo;
  return { pattern, phone, amount, reference, ids: isMany ? null : ids };
}

/** A page of all accounts' requests by date, with search, filters and count (ADR-04..07). */
export async function findRequests(
  db: Queryable,
  query: RequestSearch,
  limit: number,
  cursor: string | undefined,
) {
  const { status = 'all', method = 'all', since, order = 'desc' } = query;
  const after = sortValuesAfter<[string, number], null>(cursor, [isTime, isNumberId], null);
  const search = await foundBy(db, query.search);
  const filter: RechargeRequestsFilter = {
    status: status === 'all' ? null : status,
    hasMethod: method !== 'all',
    hasSince: since !== undefined,
    found: search ? (search.ids ? 'few' : 'many') : null,
  };
  const params = { ...search, ...(after && { at: after[0], id: after[1] }), method, since, limit: limit + 1 };
  const page = rechargeRequestsPage(filter, { order, hasCursor: after !== null });
  const rows = await composed<ListedRow>(page).all(db, params);
  const count = await composed<{ count: number }>(rechargeRequestsCount(filter)).one(db, params);
  return {
    ...presentPage(rows, limit, presentListed, (row) => [row.createdAt, row.id]),
    ...countMatches(count),
  };
}
