import type { UserRecord } from '../../authorization/identity.ts';
import {
  type CursorPage,
  countMatches,
  isNumberId,
  isTime,
  isUuid,
  nextCursor,
  type SortOrder,
  sortValuesAfter,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern, phonePattern } from '../../database/search.ts';
import { composed } from '../../database/statement.ts';
import {
  type SortedUser,
  type UserSort,
  type UsersFilter,
  usersCount,
  usersPage,
} from './list-users.store.ts';
import { matchingUserIds } from './matching-users.ts';

export interface UserFilter {
  readonly search?: string | undefined;
  readonly status: 'all' | 'pending' | 'active' | 'inactive';
  readonly role?: 'reseller' | 'admin' | undefined;
  readonly sort: UserSort;
  readonly order: SortOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Up to this number matches are sorted; with more, reading the accounts in order finds a page soon: of 100,000 every twentieth matches. */
const sortable = 5_000;

const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\u0000');
/** The type of a cursor value for each sort key. */
const isKey = { created: isTime, name: isText, balance: isNumberId, activity: isNumberId } as const;

/** A sorted page of accounts; the search covers name, email, company and phone number (RWO-02, RWO-03, USR-01..04). */
export async function listUsers(db: Queryable, query: UserFilter): Promise<CursorPage<UserRecord>> {
  const { sort, order, limit, role = null, status } = query;
  const after = sortValuesAfter<[string | number, string], null>(query.cursor, [isKey[sort], isUuid], null);
  const search = await foundBy(db, query.search);
  const found = search ? (search.ids.length <= sortable ? 'few' : 'many') : null;
  const filter: UsersFilter = { role, status: status === 'all' ? null : status, found };
  const params = { ...search, ...(after && { key: after[0], id: after[1] }), limit: limit + 1 };
  const page = usersPage(filter, { sort, order, hasCursor: after !== null });
  const rows = await composed<SortedUser>(page).all(db, params);
  const counted = await composed<{ count: number }>(usersCount(filter)).one(db, params);
  return {
    items: rows.slice(0, limit).map(({ sortKey: _, ...user }) => user),
    nextCursor: nextCursor(rows, limit, (user) => [user.sortKey, user.id]),
    ...(found ? countMatches(counted) : { count: counted.count, capped: false }),
  };
}

/** The ids that match a search, at most `sortable` + 1; undefined when the search is empty. */
async function foundBy(db: Queryable, search: string | undefined) {
  const pattern = likePattern(search);
  if (pattern === null) return undefined;
  const phone = phonePattern(search);
  return { pattern, phone, ids: await matchingUserIds(db, pattern, phone, sortable + 1) };
}
