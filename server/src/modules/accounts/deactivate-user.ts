import { users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { endSessions } from './sessions.ts';
import { statusChange } from './status-change.ts';
import { presentUser } from './user-record.ts';

/** Both accounts in one order, so that two who deactivate each other wait instead of going by what they were. */
const lockBoth = statement<[readonly string[]], { id: string; isActing: boolean }>(
  'accounts.lock-both',
  `SELECT id, role = 'admin' AND status = 'active' AND NOT disabled AS "isActing" FROM users
    WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Sets an account to inactive, with an optional reason; never one's own (AMB-17), and only while the
 * caller is still an active administrator. Of two concurrent deactivations the first one is recorded, with its reason. The
 * sessions of an administrator end with it; a reseller keeps theirs and sees the waiting screen (AMB-21).
 * @throws AppError USER_NOT_FOUND, CANNOT_DEACTIVATE_SELF, ALREADY_INACTIVE
 */
export const deactivateUser = command(users.deactivate, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const id = parseUuidOrNil(params.id);
    const locked = await lockBoth.all(tx, [actor.id, id]);
    if (!locked.some((account) => account.id === actor.id && account.isActing))
      throw fail('ACCOUNT_NOT_ACTIVE');
    const user = await accountsStore.byId.first(tx, id);
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.id === actor.id) throw fail('CANNOT_DEACTIVATE_SELF');
    if (user.status === 'inactive') throw fail('ALREADY_INACTIVE');
    const inactive = await accountsStore.deactivate.one(tx, user.id, actor.id, reason);
    if (user.role === 'admin') await endSessions(tx, user.id);
    return {
      response: presentUser(inactive, actor),
      effects: statusChange(user, { action: 'user.deactivate', after: { status: inactive.status, reason } }),
    };
  },
});
