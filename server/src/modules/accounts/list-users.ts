import type { UserRecord } from '../../actor.ts';
import {
  type Count,
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
import { NIL_UUID } from '../../ids.ts';
import {
  type SortedUser,
  type UserSort,
  type UsersAfter,
  type UsersFilter,
  userCount,
  userPages,
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

/** Up to this number matches are sorted; with more, reading the accounts in order finds a page soon. */
const sortable = 1_000;

const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\u0000');
/** The type of a cursor value for each sort key, and the value before the first row. U+10FFFF sorts after every letter. */
const starts: Readonly<
  Record<UserSort, { is: (value: unknown) => boolean; asc: string | number; desc: string | number }>
> = {
  created: { is: isTime, asc: '-infinity', desc: 'infinity' },
  name: { is: isText, asc: '', desc: '\u{10ffff}' },
  balance: { is: isNumberId, asc: -1, desc: Number.MAX_SAFE_INTEGER },
  activity: { is: isNumberId, asc: -1, desc: Number.MAX_SAFE_INTEGER },
};

/** A sorted page of accounts; the search covers name, email, company and phone number (RWO-02, RWO-03, USR-01..04). */
export async function listUsers(db: Queryable, query: UserFilter): Promise<CursorPage<UserRecord>> {
  const { sort, order } = query;
  const { is, [order]: start } = starts[sort];
  const after = sortValuesAfter<UsersAfter>(query.cursor, [is, isUuid], [start, NIL_UUID]);
  const filter: UsersFilter = [query.role ?? null, query.status === 'all' ? null : query.status];
  const page = [...filter, ...after, query.limit + 1] as const;
  const found = await foundBy(db, query.search);
  const { rows, ...counted } = await read();
  const items: UserRecord[] = rows.slice(0, query.limit).map(({ sortKey: _, ...user }) => user);
  return { items, nextCursor: nextCursor(rows, query.limit, (user) => [user.sortKey, user.id]), ...counted };

  async function read(): Promise<Count & { rows: SortedUser[] }> {
    const statements = userPages[sort][order];
    if (!found) {
      const rows = await statements.listed.all(db, ...page);
      return { rows, count: (await userCount.listed.one(db, ...filter)).count, capped: false };
    }
    const { ids, pattern, phone } = found;
    if (ids.length > sortable) {
      const rows = await statements.walked.all(db, ...page, pattern, phone);
      return { rows, ...countMatches(await userCount.walked.one(db, ...filter, pattern, phone)) };
    }
    const rows = await statements.found.all(db, ...page, ids);
    return { rows, ...countMatches(await userCount.found.one(db, ...filter, ids)) };
  }
}

/** The ids that match a search, at most `sortable` + 1; undefined when the search is empty. */
async function foundBy(db: Queryable, search: string | undefined) {
  const pattern = likePattern(search);
  if (pattern === null) return undefined;
  const phone = phonePattern(search);
  return { pattern, phone, ids: await matchingUserIds(db, pattern, phone, sortable + 1) };
}
