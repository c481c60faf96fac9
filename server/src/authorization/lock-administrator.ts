import { fail } from '../app-error.ts';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { type Actor, liveSessionSql } from './identity.ts';

type RoleAndStatus = Pick<Actor, 'role' | 'status'>;

const readRoleAndStatus = statement<[id: string], RoleAndStatus>(
  'access.role-and-status',
  'SELECT role, status FROM users WHERE id = $1 AND NOT disabled',
);
/**
 * Locks the account first, then its session, in the same order as every statement that ends the sessions of an account. The lock on
 * the session still lets its last use be written.
 */
const lockAuthor = statement<
  [id: string, sessionHash: Buffer | null],
  RoleAndStatus & { readonly isSignedIn: boolean }
>(
  'access.lock-author',
  `WITH account AS MATERIALIZED (
     SELECT id, role, status FROM users WHERE id = $1 AND NOT disabled FOR SHARE),
   session AS MATERIALIZED (
     SELECT FROM account a JOIN sessions s ON s.user_id = a.id AND ${liveSessionSql('$2')} FOR KEY SHARE OF s)
   SELECT role, status, $2::bytea IS NULL OR EXISTS (SELECT FROM session) AS "isSignedIn" FROM account`,
);

/** @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE */
function checkActiveAdministrator<Account extends RoleAndStatus>(
  account: Account | undefined,
): asserts account is Account {
  if (!account) throw fail('UNAUTHENTICATED');
  if (account.role !== 'admin') throw fail('FORBIDDEN');
  if (account.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
}

/**
 * For a call that takes long: checks that the caller is still an active administrator, since an account loses its access as soon as
 * it is deactivated. @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function checkStillAdministers(db: Queryable, { id }: Pick<Actor, 'id'>): Promise<void> {
  checkActiveAdministrator(await readRoleAndStatus.first(db, id));
}

/**
 * Checks at the end of a command's transaction that its author is still an active administrator with a valid session, and locks both
 * rows until the commit: a deactivation or sign-out has either been committed and is seen here, or waits for this commit.
 * @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE
 */
export async function lockAdministrator(
  tx: DbTransaction,
  { id }: Pick<Actor, 'id'>,
  sessionHash: Buffer | null,
): Promise<void> {
  const account = await lockAuthor.first(tx, id, sessionHash);
  checkActiveAdministrator(account);
  if (!account.isSignedIn) throw fail('UNAUTHENTICATED');
}
