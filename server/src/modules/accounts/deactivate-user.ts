import { users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import { checkMayManage } from '../../authorization/rights.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { lockWithAuthor } from './lock-with-author.ts';
import { endSessions } from './sessions.ts';
import { statusChange } from './status-change.ts';
import { presentUser } from './user-record.ts';

/**
 * Deactivates another account, with an optional reason (AMB-17). Of two concurrent deactivations the first is recorded; of two
 * administrators who deactivate each other the second is refused (lockAdministrator). An administrator's sessions end; a reseller's
 * stay open and show the waiting screen (AMB-21).
 */
export const deactivateUser = command(users.deactivate, {
  run: async ({ tx, actor, params, query, body: { reason } }) => {
    const id = parseUuidOrNil(params.id);
    if (id === actor.id) throw fail('CANNOT_DEACTIVATE_SELF');
    const user = await lockWithAuthor(tx, actor.id, id);
    if (!user) throw fail('USER_NOT_FOUND');
    checkMayManage(actor, user);
    if (user.status === 'inactive') throw fail('ALREADY_INACTIVE');
    if (query.from !== undefined && query.from !== user.status) throw fail('ACCOUNT_DECIDED');
    const inactive = await accountsStore.deactivate.one(tx, user.id, actor.id, reason);
    if (user.role === 'admin') await endSessions(tx, user.id);
    return {
      response: presentUser(inactive, actor),
      effects: statusChange(user, { action: 'user.deactivate', after: { status: inactive.status, reason } }),
    };
  },
});
