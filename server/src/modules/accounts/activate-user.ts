import { users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { statusChange } from './status-change.ts';
import { presentUser } from './user-record.ts';

/** Activates a reseller, pending or inactive (AMB-16). */
export const activateUser = command(users.activate, {
  run: async ({ tx, actor, params, query }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_ACTIVATED');
    if (user.status === 'active') throw fail('ALREADY_ACTIVE');
    if (query.from !== undefined && query.from !== user.status) throw fail('ACCOUNT_DECIDED');
    const active = await accountsStore.activate.one(tx, user.id, actor.id);
    return {
      response: presentUser(active, actor),
      effects: statusChange(user, { action: 'user.activate', after: { status: active.status } }),
    };
  },
});
