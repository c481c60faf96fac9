import type { Administrator } from '@almas/contract/administrators';
import { accountName, dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

export interface AdministratorRow
  extends Omit<Administrator, 'creditCap' | 'creditThreshold' | 'creditedToday'> {
  readonly creditCap: Centimes | null;
  readonly creditThreshold: Centimes | null;
  readonly creditedToday: Centimes;
}

const columns = `u.id, ${accountName('u.id')} AS name, u.email, u.status, u.scopes, u.credit_cap AS "creditCap",
  u.credit_threshold AS "creditThreshold", coalesce(m.amount, 0)::bigint AS "creditedToday"`;
const from = `users u LEFT JOIN manual_credits m ON m.admin_id = u.id AND m.day = ${dayOf('clock_timestamp()')}`;

export const administratorsStore = {
  page: statement<[after: string, limit: number], AdministratorRow>(
    'administrators.list',
    `SELECT ${columns} FROM ${from} WHERE u.role = 'admin' AND u.id > $1::uuid ORDER BY u.id LIMIT $2::int`,
  ),
  byId: statement<[id: string], AdministratorRow>(
    'administrators.by-id',
    `SELECT ${columns} FROM ${from} WHERE u.id = $1`,
  ),
  setScopes: statement<{
    id: string;
    scopes: readonly string[] | null;
    creditCap: number | null;
    creditThreshold: number | null;
  }>(
    'administrators.set-scopes',
    `UPDATE users SET scopes = :scopes, credit_cap = :credit_cap, credit_threshold = :credit_threshold,
       updated_at = clock_timestamp() WHERE id = :id`,
  ),
};

const dinarsOrNull = (amount: Centimes | null) => (amount === null ? null : toDinars(amount));

export const presentAdministrator = (row: AdministratorRow): Administrator => ({
  ...row,
  creditCap: dinarsOrNull(row.creditCap),
  creditThreshold: dinarsOrNull(row.creditThreshold),
  creditedToday: toDinars(row.creditedToday),
});
