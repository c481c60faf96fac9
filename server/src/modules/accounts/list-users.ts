import type { UserRecord } from '../../actor.ts';
import {
  type CursorPage,
  countMatches,
  decodeCursorMoment,
  endOfTime,
  isUuid,
  nextCursor,
} from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern, phonePattern } from '../../database/search.ts';
import { NIL_UUID } from '../../ids.ts';
import { foundUsers, listedUsers, type UsersFilter, walkedUsers } from './list-users.store.ts';
import { matchingUserIds } from './matching-users.ts';

export interface UserFilter {
  readonly search?: string | undefined;
  readonly status: 'all' | 'pending' | 'active' | 'inactive';
  readonly role?: 'reseller' | 'admin' | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** So many matches are read and sorted; when there are more, nearly any stretch of the newest accounts holds some. */
const sortable = 1_000;

/** Accounts, newest first, by name, email, company or phone number (RWO-02, RWO-03, USR-01..04). */
export async function listUsers(db: Queryable, asked: UserFilter): Promise<CursorPage<UserRecord>> {
  const { at, id } = decodeCursorMoment(asked.cursor, isUuid, { at: endOfTime, id: NIL_UUID });
  const filter: UsersFilter = [asked.role ?? null, asked.status === 'all' ? null : asked.status];
  const limit = asked.limit + 1;
  const { rows, count } = await read(db, likePattern(asked.search), phonePattern(asked.search), filter, [
    at,
    id,
    limit,
  ]);
  return {
    items: rows.slice(0, asked.limit),
    nextCursor: nextCursor(rows, asked.limit, (user) => [user.createdAt, user.id]),
    ...countMatches(count),
  };
}

type Page = [at: string, id: string, limit: number];
interface Matches {
  readonly rows: UserRecord[];
  readonly count: { count: number };
}

async function read(
  db: Queryable,
  pattern: string | null,
  phone: string | null,
  filter: UsersFilter,
  page: Page,
): Promise<Matches> {
  if (pattern === null) {
    const rows = await listedUsers.page.all(db, ...filter, ...page);
    return { rows, count: await listedUsers.count.one(db, ...filter) };
  }
  const ids = await matchingUserIds(db, pattern, phone, sortable + 1);
  if (ids.length > sortable) {
    const rows = await walkedUsers.page.all(db, ...filter, ...page, pattern, phone);
    return { rows, count: await walkedUsers.count.one(db, ...filter, pattern, phone) };
  }
  const rows = await foundUsers.page.all(db, ...filter, ...page, ids);
  return { rows, count: await foundUsers.count.one(db, ...filter, ids) };
}
