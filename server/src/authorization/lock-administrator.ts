import type { EmployeeScope, Scope } from '@almas/contract/route';
import { fail } from '../app-error.ts';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { type Actor, liveSessionSql, scopesApplySql } from './identity.ts';
import { includesScope } from './rights.ts';

interface RoleAndStatus extends Pick<Actor, 'role' | 'status'> {
  /** Null: not limited. */
  readonly limitedTo: EmployeeScope[] | null;
}
type Author = Pick<Actor, 'id'> & Partial<Pick<Actor, 'scopesForced'>>;

const limitedTo = (forced: string) => `CASE WHEN ${scopesApplySql(forced)} THEN u.scopes END AS "limitedTo"`;

const readAuthor = statement<
  [id: string, sessionHash: Buffer | null, scopesForced: boolean],
  RoleAndStatus & { readonly isSignedIn: boolean }
>(
  'access.author',
  `SELECT role, status, $2::bytea IS NULL OR EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND ${liveSessionSql('$2')}) AS "isSignedIn",
          ${limitedTo('$3')} FROM users u WHERE id = $1 AND NOT disabled`,
);
/**
 * Locks the account first, then its session, in the same order as every statement that ends the sessions of an account. The lock on
 * the session still lets its last use be written.
 */
const lockAuthor = statement<
  [id: string, sessionHash: Buffer | null, scopesForced: boolean],
  RoleAndStatus & { readonly isSignedIn: boolean }
>(
  'access.lock-author',
  `WITH account AS MATERIALIZED (
     SELECT id, role, status, scopes FROM users WHERE id = $1 AND NOT disabled FOR SHARE),
   session AS MATERIALIZED (
     SELECT FROM account a JOIN sessions s ON s.user_id = a.id AND ${liveSessionSql('$2')} FOR KEY SHARE OF s)
   SELECT role, status, $2::bytea IS NULL OR EXISTS (SELECT FROM session) AS "isSignedIn", ${limitedTo('$3')} FROM account u`,
);

/** @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE, SCOPE_MISSING */
function checkActiveAdministrator<Account extends RoleAndStatus>(
  account: Account | undefined,
  scopes: readonly (Scope | undefined)[],
): asserts account is Account {
  if (!account) throw fail('UNAUTHENTICATED');
  if (account.role !== 'admin') throw fail('FORBIDDEN');
  if (account.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
  if (!scopes.every((scope) => includesScope(account.limitedTo, scope))) throw fail('SCOPE_MISSING');
}

/**
 * For a call that takes long: checks that the caller is still an active administrator with a valid session and the scope of the call,
 * since an account loses its access as soon as it is deactivated or its sessions are ended. @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE, SCOPE_MISSING
 */
export async function checkStillAdministers(
  db: Queryable,
  { id, scopesForced = false }: Author,
  sessionHash: Buffer | null,
  scope: Scope | undefined,
): Promise<void> {
  const account = await readAuthor.first(db, id, sessionHash, scopesForced);
  checkActiveAdministrator(account, [scope]);
  if (!account.isSignedIn) throw fail('UNAUTHENTICATED');
}

/**
 * Checks at the end of a command's transaction that its author is still an active administrator with a valid session and the scopes of
 * the call, and locks both rows until the commit: a deactivation, a change of the scopes or a sign-out has either been committed and is
 * seen here, or waits for this commit. @throws AppError UNAUTHENTICATED, FORBIDDEN, ACCOUNT_NOT_ACTIVE, SCOPE_MISSING
 */
export async function lockAdministrator(
  tx: DbTransaction,
  { id, scopesForced = false }: Author,
  sessionHash: Buffer | null,
  ...scopes: readonly (Scope | undefined)[]
): Promise<void> {
  const account = await lockAuthor.first(tx, id, sessionHash, scopesForced);
  checkActiveAdministrator(account, scopes);
  if (!account.isSignedIn) throw fail('UNAUTHENTICATED');
}
