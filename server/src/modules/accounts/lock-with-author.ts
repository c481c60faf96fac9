import type { UserRecord } from '../../authorization/identity.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { accountsStore } from './accounts.store.ts';

/** The lock that the pipeline takes at the end of a command (lockAdministrator): a shared one, so that one author's commands do not wait. */
const lockAuthor = statement<[string]>('accounts.lock-author', 'SELECT FROM users WHERE id = $1 FOR SHARE');

/**
 * Locks an account, which may be an administrator's, and that of the author of the command in the order of their ids: two administrators
 * who do something to each other must not deadlock.
 */
export async function lockWithAuthor(
  tx: DbTransaction,
  authorId: string,
  id: string,
): Promise<UserRecord | undefined> {
  if (authorId < id) await lockAuthor.run(tx, authorId);
  const user = await accountsStore.lockById.first(tx, id);
  if (id < authorId) await lockAuthor.run(tx, authorId);
  return user;
}
