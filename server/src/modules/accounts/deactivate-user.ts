import { users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { endSessions } from './sessions.ts';
import { statusChange } from './status-change.ts';
import { presentUser } from './user-record.ts';

/** The lock that the pipeline takes at the end of a command (lockAdministrator): a shared one, so that one author's commands do not wait. */
const lockAuthor = statement<[string]>('accounts.lock-author', 'SELECT FROM users WHERE id = $1 FOR SHARE');

/** Locks both accounts in the order of their ids: two administrators who deactivate each other must not deadlock. */
async function lockBoth(tx: DbTransaction, authorId: string, id: string): Promise<void> {
  if (authorId < id) await lockAuthor.run(tx, authorId);
  await accountsStore.lockById.first(tx, id);
  if (id < authorId) await lockAuthor.run(tx, authorId);
}

/**
 * Deactivates another account, with an optional reason (AMB-17). Of two concurrent deactivations the first is recorded; of two
 * administrators who deactivate each other the second is refused (lockAdministrator). An administrator's sessions end; a reseller's
 * stay open and show the waiting screen (AMB-21).
 * @throws AppError USER_NOT_FOUND, CANNOT_DEACTIVATE_SELF, ALREADY_INACTIVE
 */
export const deactivateUser = command(users.deactivate, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const id = parseUuidOrNil(params.id);
    if (id === actor.id) throw fail('CANNOT_DEACTIVATE_SELF');
    await lockBoth(tx, actor.id, id);
    const user = await accountsStore.byId.first(tx, id);
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.status === 'inactive') throw fail('ALREADY_INACTIVE');
    const inactive = await accountsStore.deactivate.one(tx, user.id, actor.id, reason);
    if (user.role === 'admin') await endSessions(tx, user.id);
    return {
      response: presentUser(inactive, actor),
      effects: statusChange(user, { action: 'user.deactivate', after: { status: inactive.status, reason } }),
    };
  },
});
