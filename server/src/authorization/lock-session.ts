import { fail } from '../app-error.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { liveSessionSql } from './identity.ts';

// It waits for an end that is being committed; the lock still lets the session's last use be written.
const lock = statement<[tokenHash: Buffer]>(
  'access.lock-session',
  `SELECT FROM sessions s WHERE ${liveSessionSql('$1')} FOR KEY SHARE`,
);

/**
 * Locks the session of a call until its commit, at the end of what must not last without it: after a new password, a sign-out everywhere, a
 * deactivation, or the withdrawal of a cashier or a device meanwhile it is gone, and nothing of the call may last. What ends
 * sessions locks the account, the cashier and the sessions in this order. @throws AppError UNAUTHENTICATED
 */
export async function lockSession(tx: DbTransaction, tokenHash: Buffer | null): Promise<void> {
  if (tokenHash && (await lock.run(tx, tokenHash)) === 0) throw fail('UNAUTHENTICATED');
}
