import type { EmployeeScope } from '@almas/contract/route';
import { hasScopeSql, type UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { accountsStore } from './accounts.store.ts';
import { userColumns } from './user-record.ts';

/* Accounts for other modules. Ids must be UUIDs. */
export const findUser = (db: Queryable, id: string): Promise<UserRecord | undefined> =>
  accountsStore.byId.first(db, id);

/** The same, and locks the row until the transaction ends. */
export const lockUser = (tx: Queryable, id: string): Promise<UserRecord | undefined> =>
  accountsStore.lockById.first(tx, id);

const administrators = statement<[scope: EmployeeScope | null, scopesForced: boolean], { id: string }>(
  'accounts.administrators',
  `SELECT id FROM users u WHERE role = 'admin' AND status = 'active' AND ${hasScopeSql('$1', '$2')} ORDER BY created_at, id`,
);

/** Every active administrator, oldest account first; with a scope those alone who have it. */
export const administratorIds = async (
  db: Queryable,
  holds?: { readonly scope: EmployeeScope; readonly scopesForced: boolean },
): Promise<string[]> =>
  (await administrators.all(db, holds?.scope ?? null, holds?.scopesForced ?? false)).map(({ id }) => id);

const oldestOfRole = statement<['reseller' | 'admin'], UserRecord>(
  'accounts.oldest-of-role',
  `SELECT ${userColumns} FROM users u WHERE u.role = $1 ORDER BY u.created_at, u.id LIMIT 1`,
);

/** The oldest account of a role, if there is any. */
export const firstOfRole = (db: Queryable, role: 'reseller' | 'admin'): Promise<UserRecord | undefined> =>
  oldestOfRole.first(db, role);
