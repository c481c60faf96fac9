import { type User, users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { accountsStore } from './accounts.store.ts';
import { activateUser } from './activate-user.ts';
import { alikeAccounts } from './alike-accounts.ts';
import { freezeUser, readDailyCeiling, setDailyCeiling } from './brakes.ts';
import { changeEmail } from './change-email.ts';
import { deactivateUser } from './deactivate-user.ts';
import { endUserSessions } from './end-sessions.ts';
import { listUsers } from './list-users.ts';
import { readPurchaseLimit, setPurchaseLimit } from './purchase-limit.ts';
import { resetPassword } from './reset-password.ts';
import { requireSecondFactor, resetSecondFactor } from './second-factor.ts';
import { presentUser } from './user-record.ts';

const withAlike = (user: User, found: Awaited<ReturnType<typeof alikeAccounts>>): User => {
  const alike = found.get(user.id);
  return alike ? { ...user, alike } : user;
};

/** Accounts, for administrators. */
export function userRoutes(services: Services): ServedGroup {
  return serveRoutes(services, users, {
    list: async ({ query, actor }) => {
      const page = await listUsers(services.db, query);
      const alike = await alikeAccounts(services.db, page.items);
      return { ...page, items: page.items.map((user) => withAlike(presentUser(user, actor), alike)) };
    },
    get: async ({ params, actor }) => {
      const user = await accountsStore.byId.first(services.db, parseUuidOrNil(params.id));
      if (!user) throw fail('USER_NOT_FOUND');
      return withAlike(presentUser(user, actor), await alikeAccounts(services.db, [user]));
    },
    activate: activateUser,
    deactivate: deactivateUser,
    purchaseLimit: ({ params }) => readPurchaseLimit(services, parseUuidOrNil(params.id)),
    setPurchaseLimit,
    freeze: freezeUser,
    dailyCeiling: ({ params }) => readDailyCeiling(services.db, parseUuidOrNil(params.id)),
    setDailyCeiling,
    requireSecondFactor,
    resetSecondFactor,
    resetPassword,
    changeEmail,
    endSessions: endUserSessions,
  });
}
