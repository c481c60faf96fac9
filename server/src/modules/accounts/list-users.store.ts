import { AccountStatus, Role } from '@almas/contract/accounts';
import { pages } from '@almas/contract/limits';
import type { UserRecord } from '../../actor.ts';
import { countUpTo, type SortOrder } from '../../database/page.ts';
import { valuesList } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { isMatchingUser } from './matching-users.ts';
import { userColumns } from './user-record.ts';

/* Sorted pages of accounts. $1 role and $2 status (null: any), $3 and $4 the sort values of the last row before the page. */
export type UsersFilter = [role: string | null, status: string | null];
export type UsersAfter = [key: string | number, id: string];
export type SortedUser = UserRecord & { readonly sortKey: string | number };

const ofFilter = '($1::text IS NULL OR u.role = $1) AND ($2::text IS NULL OR u.status = $2)';
// One branch per role and status: each is a contiguous range of one index, whatever the filter.
const roleAndStatusPairs = `
  (SELECT r.role FROM (${valuesList(Role.options)}) r (role) WHERE $1::text IS NULL OR r.role = $1) r
  CROSS JOIN (SELECT s.status FROM (${valuesList(AccountStatus.options)}) s (status)
               WHERE $2::text IS NULL OR s.status = $2) s`;

/** `key` is an expression on the account `u`; `storedColumn`: the column of account_standings that has a copy of it, for a value that every sale
 * changes. */
interface Sorting {
  readonly key: string;
  readonly type: string;
  readonly storedColumn?: string;
}
const sortings = {
  created: { key: 'u.created_at', type: 'timestamptz' },
  name: { key: 'name_key(u.first_name, u.last_name, u.display_name, u.email) COLLATE "C"', type: 'text' },
  balance: { key: 'u.balance', type: 'bigint', storedColumn: 'sorted_balance' },
  activity: {
    key: 'activity_milliseconds(u.last_recharge, u.last_purchase)',
    type: 'bigint',
    storedColumn: 'last_activity',
  },
} as const satisfies Record<string, Sorting>;
export type UserSort = keyof typeof sortings;

const longest = pages.users.max + 1;

function pagesBy(sort: UserSort, order: SortOrder) {
  const { key, type, storedColumn }: Sorting = sortings[sort];
  const direction = order.toUpperCase();
  const sign = order === 'asc' ? '>' : '<';
  const after = (value: string, id: string) => `(${value}, ${id}) ${sign} ($3::${type}, $4::uuid)`;
  const inOrder = `ORDER BY ${key} ${direction}, u.id ${direction}`;
  const select = (source: string): string =>
    `SELECT ${userColumns}, ${key} AS "sortKey" FROM ${source} ${inOrder} LIMIT $5`;
  const fromAccounts = (also: string): string => `${roleAndStatusPairs} CROSS JOIN LATERAL (
    SELECT * FROM users u WHERE u.role = r.role AND u.status = s.status AND ${after(key, 'u.id')} ${also}
    ${inOrder} LIMIT ${longest}) u`;
  // The stored copies, except of accounts whose balance has changed since, and the current values of those accounts.
  const fromStored = (also: string): string => `(
    SELECT a.user_id AS id FROM ${roleAndStatusPairs} CROSS JOIN LATERAL (
      SELECT a.user_id FROM account_standings a
       WHERE a.role = r.role AND a.status = s.status AND ${after(`a.${storedColumn}`, 'a.user_id')}
         AND NOT EXISTS (SELECT FROM changed c WHERE c.user_id = a.user_id)
         ${also && `AND EXISTS (SELECT FROM users u WHERE u.id = a.user_id ${also})`}
       ORDER BY a.${storedColumn} ${direction}, a.user_id ${direction} LIMIT ${longest}) a
    UNION ALL
    SELECT u.id FROM changed c JOIN users u ON u.id = c.user_id WHERE ${ofFilter} AND ${after(key, 'u.id')} ${also}
  ) f JOIN users u ON u.id = f.id`;
  const changed = `WITH changed AS MATERIALIZED (
    SELECT DISTINCT l.user_id FROM ledger l
     WHERE l.id > coalesce((SELECT ledger_id FROM account_standings_until), 0)) `;
  const page = (also: string): string =>
    storedColumn ? changed + select(fromStored(also)) : select(fromAccounts(also));
  return {
    listed: statement<[...UsersFilter, ...UsersAfter, limit: number], SortedUser>(
      `accounts.list-${sort}-${order}`,
      page(''),
    ),
    /** A search with few matches: they are read and sorted. */
    found: statement<[...UsersFilter, ...UsersAfter, limit: number, ids: readonly string[]], SortedUser>(
      `accounts.list-found-${sort}-${order}`,
      select(`users u WHERE u.id = ANY ($6::uuid[]) AND ${ofFilter} AND ${after(key, 'u.id')}`),
    ),
    /** A search with many matches: the accounts are read in order until the page is full. */
    walked: statement<
      [...UsersFilter, ...UsersAfter, limit: number, pattern: string, phone: string | null],
      SortedUser
    >(`accounts.list-walked-${sort}-${order}`, page(`AND ${isMatchingUser('$6', '$7')}`)),
  };
}

const both = (sort: UserSort) => ({ asc: pagesBy(sort, 'asc'), desc: pagesBy(sort, 'desc') });
export const userPages = {
  created: both('created'),
  name: both('name'),
  balance: both('balance'),
  activity: both('activity'),
};

export const userCount = {
  /** Kept by a trigger (migration 0029). */
  listed: statement<UsersFilter, { count: number }>(
    'accounts.count',
    `SELECT coalesce(sum(u.accounts), 0)::bigint AS count FROM account_counts u WHERE ${ofFilter}`,
  ),
  found: statement<[...UsersFilter, ids: readonly string[]], { count: number }>(
    'accounts.count-found',
    `SELECT count(*) FROM users u WHERE u.id = ANY ($3::uuid[]) AND ${ofFilter}`,
  ),
  walked: statement<[...UsersFilter, pattern: string, phone: string | null], { count: number }>(
    'accounts.count-walked',
    `SELECT count(*) FROM (
       SELECT FROM users u WHERE ${isMatchingUser('$3', '$4')} AND ${ofFilter} LIMIT ${countUpTo + 1}) matches`,
  ),
};
