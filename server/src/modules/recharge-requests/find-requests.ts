import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
import {
  countMatches,
  countUpTo,
  isNumberId,
  isTime,
  nextCursor,
  type SortOrder,
  sortValuesAfter,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern, phonePattern } from '../../database/search.ts';
import { matchingUserIds } from '../accounts/matching-users.ts';
import {
  type ListedRow,
  matchingRequests,
  presentListed,
  type RechargeRequestsAfter,
  type RechargeRequestsFilter,
  rechargeRequestCount,
  rechargeRequestPages,
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

const searched = ({ pattern, phone, amount, reference }: Found) =>
  [pattern, phone, amount, reference] as const;

/** A page of all accounts' requests by date, with search, filters and count (ADR-04..07). */
export async function findRequests(
  db: Queryable,
  query: RequestSearch,
  limit: number,
  cursor: string | undefined,
) {
  const { status = 'all', method = 'all', since = null, order = 'desc' } = query;
  const filter: RechargeRequestsFilter = [
    status === 'all' ? null : status,
    method === 'all' ? null : method,
    since,
  ];
  const start: RechargeRequestsAfter = order === 'desc' ? ['infinity', 0] : ['-infinity', 0];
  const after = sortValuesAfter<RechargeRequestsAfter>(cursor, [isTime, isNumberId], start);
  const found = await foundBy(db, query.search);
  const pages = rechargeRequestPages[order];
  const page = [...filter, ...after, limit + 1] as const;
  let rows: ListedRow[];
  let count: { count: number };
  if (!found) {
    rows = await pages.all.all(db, ...page);
    count = await rechargeRequestCount.all.one(db, ...filter);
  } else if (found.ids) {
    rows = await pages.found.all(db, ...page, found.ids);
    count = await rechargeRequestCount.found.one(db, ...filter, found.ids);
  } else {
    rows = await pages.walked.all(db, ...page, ...searched(found));
    count = await rechargeRequestCount.walked.one(db, ...filter, ...searched(found));
  }
  return {
    items: rows.slice(0, limit).map(presentListed),
    nextCursor: nextCursor(rows, limit, (row) => [row.createdAt, row.id]),
    ...countMatches(count),
  };
}
