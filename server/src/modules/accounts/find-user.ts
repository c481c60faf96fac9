import type { UserRecord } from '../../actor.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { accountsStore } from './accounts.store.ts';

/** What other modules may ask of an account. Ids are UUIDs. */
export const findUser = (db: Queryable, id: string): Promise<UserRecord | undefined> =>
  accountsStore.byId.first(db, id);

/** The same, held until the transaction ends: nothing about the account changes meanwhile. */
export const lockUser = (tx: Queryable, id: string): Promise<UserRecord | undefined> =>
  accountsStore.lockById.first(tx, id);

const administrators = statement<[], { id: string }>(
  'accounts.administrators',
  `SELECT id FROM users WHERE role = 'admin' AND status = 'active' ORDER BY created_at, id`,
);

/** Every active administrator: whom a new request concerns. */
export const administratorIds = async (db: Queryable): Promise<string[]> =>
  (await administrators.all(db)).map(({ id }) => id);
