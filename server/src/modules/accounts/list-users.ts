import type { UserRecord } from '../../actor.ts';
import { type CursorPage, countMatches, countUpTo, nextCursor, readCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { likePattern } from '../../database/search.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

export interface UserFilter {
  readonly search?: string | undefined;
  readonly status: 'all' | 'pending' | 'active' | 'inactive';
  readonly role?: 'reseller' | 'admin' | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Conditions = [string | null, string | null, string | null];

const matching = `($1::text IS NULL OR u.search_text LIKE $1) AND ($2::text IS NULL OR u.status = $2)
  AND ($3::text IS NULL OR u.role = $3)`;
const list = statement<[...Conditions, string | null, string | null, number], UserRecord>(
  'accounts.list',
  `SELECT ${userColumns} FROM users u WHERE ${matching}
     AND ($4::timestamptz IS NULL OR (u.created_at, u.id) < ($4, $5::uuid))
   ORDER BY u.created_at DESC, u.id DESC LIMIT $6`,
);
const count = statement<Conditions, { count: number }>(
  'accounts.count',
  `SELECT count(*) FROM (SELECT FROM users u WHERE ${matching} LIMIT ${countUpTo + 1}) matches`,
);

/** Accounts, newest first, by name, email or company (RWO-02, RWO-03, USR-01..04). */
export async function listUsers(db: Queryable, filter: UserFilter): Promise<CursorPage<UserRecord>> {
  const conditions: Conditions = [
    likePattern(filter.search),
    filter.status === 'all' ? null : filter.status,
    filter.role ?? null,
  ];
  const after = readCursor(filter.cursor, 2);
  const rows = await list.all(db, ...conditions, after?.[0] ?? null, after?.[1] ?? null, filter.limit + 1);
  const items = rows.slice(0, filter.limit);
  return {
    items,
    nextCursor: nextCursor(rows, filter.limit, (user) => [user.createdAt, user.id]),
    ...countMatches(await count.one(db, ...conditions)),
  };
}
