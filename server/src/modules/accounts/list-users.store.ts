import { AccountStatus, Role } from '@almas/contract/accounts';
import { pages } from '@almas/contract/page-sizes';
import type { z } from 'zod';
import type { UserRecord } from '../../authorization/identity.ts';
import { countUpTo, type SortOrder } from '../../database/page.ts';
import { conditions, textArray } from '../../database/sql-text.ts';
import { isMatchingUser } from './matching-users.ts';
import { userColumns } from './user-record.ts';

/* SQL of the sorted list of accounts, composed for the filter of a call. */
export interface UsersFilter {
  /** null: any. */
  readonly role: z.output<typeof Role> | null;
  readonly status: z.output<typeof AccountStatus> | null;
  /** A search with few matches gives their `:ids`; with many, accounts are compared with `:pattern` and `:phone`. */
  readonly found: 'few' | 'many' | null;
}
export type SortedUser = UserRecord & { readonly sortKey: string | number };

const ofFilter = ({ role, status, found }: UsersFilter): string =>
  conditions(
    role !== null && `u.role = '${role}'`,
    status !== null && `u.status = '${status}'`,
    found === 'few' && 'u.id = ANY (:ids::uuid[])',
    found === 'many' && isMatchingUser(':pattern', ':phone'),
  );

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
const changed = `WITH changed AS MATERIALIZED (
  SELECT DISTINCT l.user_id FROM ledger l
   WHERE l.id > coalesce((SELECT ledger_id FROM account_standings_until), 0)) `;

/** A page of at most `:limit` accounts, after `:key` and `:id` when `hasCursor`. */
export function usersPage(
  filter: UsersFilter,
  { sort, order, hasCursor }: { sort: UserSort; order: SortOrder; hasCursor: boolean },
): string {
  const { key, type, storedColumn }: Sorting = sortings[sort];
  const after = (value: string, id: string) =>
    hasCursor ? `(${value}, ${id}) ${order === 'asc' ? '>' : '<'} (:key::${type}, :id::uuid)` : 'true';
  const inOrder = (value: string, id: string) => `ORDER BY ${value} ${order}, ${id} ${order}`;
  const ofSearch = ofFilter({ ...filter, role: null, status: null });
  // One branch per role and status: each is a contiguous range of one index, whatever the filter.
  const branches = (table: string, value: string, id: string, condition: string): string =>
    `unnest(${textArray(filter.role ? [filter.role] : Role.options)}) r (role)
     CROSS JOIN unnest(${textArray(filter.status ? [filter.status] : AccountStatus.options)}) s (status) CROSS JOIN LATERAL (
       SELECT * FROM ${table} WHERE role = r.role AND status = s.status AND ${after(value, id)} AND ${condition}
       ${inOrder(value, id)} LIMIT ${longest})`;
  const select = (source: string): string =>
    `SELECT ${userColumns}, ${key} AS "sortKey" FROM ${source} ${inOrder(key, 'u.id')} LIMIT :limit`;
  if (filter.found === 'few') return select(`users u WHERE ${ofFilter(filter)} AND ${after(key, 'u.id')}`);
  if (storedColumn === undefined) return select(`${branches('users u', key, 'u.id', ofSearch)} u`);
  // The stored copies, except of accounts whose balance has changed since, and the current values of those accounts.
  const isSettled = `NOT EXISTS (SELECT FROM changed c WHERE c.user_id = a.user_id)
    ${filter.found ? `AND EXISTS (SELECT FROM users u WHERE u.id = a.user_id AND ${ofSearch})` : ''}`;
  return `${changed} ${select(`(
    SELECT a.user_id AS id FROM ${branches('account_standings a', `a.${storedColumn}`, 'a.user_id', isSettled)} a
    UNION ALL
    SELECT u.id FROM changed c JOIN users u ON u.id = c.user_id WHERE ${ofFilter(filter)} AND ${after(key, 'u.id')}
  ) f JOIN users u ON u.id = f.id`)}`;
}

/** Without a search the sum of what a trigger keeps; with one, at most one more than is counted. */
export const usersCount = (filter: UsersFilter): string =>
  filter.found
    ? `SELECT count(*) FROM (SELECT FROM users u WHERE ${ofFilter(filter)} LIMIT ${countUpTo + 1}) matches`
    : `SELECT coalesce(sum(u.accounts), 0)::bigint AS count FROM account_counts u WHERE ${ofFilter(filter)}`;
