import { AccountStatus, Role } from '@almas/contract/accounts';
import { pages } from '@almas/contract/limits';
import type { UserRecord } from '../../actor.ts';
import { countUpTo } from '../../database/page.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

/* Accounts, newest first. $1 role and $2 status (null: any), $3 and $4 the moment before which the page begins. */
export type UsersFilter = [role: string | null, status: string | null];
type Before = [at: string, id: string];

const ofFilter = '($1::text IS NULL OR u.role = $1) AND ($2::text IS NULL OR u.status = $2)';
const before = '(u.created_at, u.id) < ($3::timestamptz, $4::uuid)';
const newestFirst = 'u.created_at DESC, u.id DESC';
const values = (texts: readonly string[]): string => texts.map((text) => `('${text}')`).join(', ');
const counted = (source: string): string =>
  `SELECT count(*) FROM (SELECT FROM ${source} LIMIT ${countUpTo + 1}) matches`;

// Role by role and status by status: each of the six is a stretch of one index, whatever is asked for.
const listed = (end: string): string => `
  (SELECT r.role FROM (VALUES ${values(Role.options)}) r (role) WHERE $1::text IS NULL OR r.role = $1) r
  CROSS JOIN (SELECT s.status FROM (VALUES ${values(AccountStatus.options)}) s (status)
               WHERE $2::text IS NULL OR s.status = $2) s
  CROSS JOIN LATERAL (SELECT * FROM users u WHERE u.role = r.role AND u.status = s.status ${end}) u`;
export const listedUsers = {
  page: statement<[...UsersFilter, ...Before, limit: number], UserRecord>(
    'accounts.list',
    `SELECT ${userColumns} FROM ${listed(`AND ${before} ORDER BY ${newestFirst} LIMIT ${pages.users.max + 1}`)}
     ORDER BY ${newestFirst} LIMIT $5`,
  ),
  // In order, although counting needs none: else the table itself is read, once for each role and status.
  count: statement<UsersFilter, { count: number }>(
    'accounts.count',
    counted(listed(`ORDER BY ${newestFirst} LIMIT ${countUpTo + 1}`)),
  ),
};

/** A search that found few: they are read and sorted. */
export const foundUsers = {
  page: statement<[...UsersFilter, ...Before, limit: number, ids: readonly string[]], UserRecord>(
    'accounts.list-found',
    `SELECT ${userColumns} FROM users u WHERE u.id = ANY ($6::uuid[]) AND ${ofFilter} AND ${before}
     ORDER BY ${newestFirst} LIMIT $5`,
  ),
  count: statement<[...UsersFilter, ids: readonly string[]], { count: number }>(
    'accounts.count-found',
    `SELECT count(*) FROM users u WHERE u.id = ANY ($3::uuid[]) AND ${ofFilter}`,
  ),
};

/** A search that found many: the newest accounts are walked until the page is full. */
export const walkedUsers = {
  page: statement<
    [...UsersFilter, ...Before, limit: number, pattern: string, phone: string | null],
    UserRecord
  >(
    'accounts.list-walked',
    `SELECT ${userColumns} FROM (
       SELECT * FROM users u WHERE (u.search_text LIKE $6 OR phone_digits(u.phone) LIKE $7::text) AND ${ofFilter} AND ${before}
       ORDER BY ${newestFirst} LIMIT ${pages.users.max + 1}
     ) u ORDER BY ${newestFirst} LIMIT $5`,
  ),
  count: statement<[...UsersFilter, pattern: string, phone: string | null], { count: number }>(
    'accounts.count-walked',
    counted(`users u WHERE (u.search_text LIKE $3 OR phone_digits(u.phone) LIKE $4::text) AND ${ofFilter}`),
  ),
};
