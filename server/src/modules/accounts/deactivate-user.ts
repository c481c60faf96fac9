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

/** As the pipeline holds it at the end of every command: two commands of one author do not wait for each other. */
const holdAuthor = statement<[string]>('accounts.hold-author', 'SELECT FROM users WHERE id = $1 FOR SHARE');

/** Both accounts in one order, so that two who deactivate each other wait, and do not end in a deadlock. */
async function lockBoth(tx: DbTransaction, authorId: string, id: string): Promise<void> {
  if (authorId < id) await holdAuthor.run(tx, authorId);
  await accountsStore.lockById.first(tx, id);
  if (id < authorId) await holdAuthor.run(tx, authorId);
}

/**
 * Sets an account to inactive, with an optional reason; never one's own (AMB-17). Of two concurrent deactivations the first
 * one is recorded, with its reason; of two administrators who deactivate each other the second one is an administrator no longer
 * at the end (lockAdministrator). The sessions of an administrator end with it; a reseller keeps theirs and sees the waiting
 * screen (AMB-21).
 * @throws AppError USER_NOT_FOUND, CANNOT_DEACTIVATE_SELF, ALREADY_INACTIVE
 */
export const deactivateUser = command(users.deactivate, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const id = parseUuidOrNil(params.id).toLowerCase();
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
