import { isDeepStrictEqual } from 'node:util';
import { type AdministratorRights, administrators } from '@almas/contract/administrators';
import { employeeScopes } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toCentimes } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { lockWithAuthor } from '../accounts/lock-with-author.ts';
import { type AdministratorRow, administratorsStore, presentAdministrator } from './administrators.store.ts';

/** Left out: as before; null: no limit. */
const changedLimit = <Before>(dinars: number | null | undefined, before: Before) => {
  if (dinars === undefined) return before;
  return dinars === null ? null : toCentimes(dinars);
};

const rightsOf = (row: AdministratorRow): AdministratorRights => {
  const { scopes, creditCap, creditThreshold } = presentAdministrator(row);
  return { scopes, creditCap, creditThreshold };
};
const recorded = (rights: AdministratorRights) => ({ ...rights, scopes: rights.scopes ?? 'owner' });

/**
 * Says what an administrator may do. It applies to the calls that are running, too; the own scopes stay, so an owner is left.
 * With `expected` the call is refused when the rights have changed since, so that a withdrawn one is not given back unseen.
 */
export const setScopes = command(administrators.setScopes, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, params, body }) => {
    const id = parseUuidOrNil(params.id);
    if (id === actor.id) throw fail('SCOPES_OWN');
    const user = await lockWithAuthor(tx, actor.id, id);
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'admin') throw fail('ONLY_ADMINS_SCOPED');
    const before = await administratorsStore.byId.one(tx, user.id);
    const scopes = body.scopes && employeeScopes.filter((scope) => body.scopes?.includes(scope));
    await administratorsStore.setScopes.run(tx, {
      id: user.id,
      scopes,
      creditCap: changedLimit(body.creditCap, before.creditCap),
      creditThreshold: changedLimit(body.creditThreshold, before.creditThreshold),
    });
    const after = await administratorsStore.byId.one(tx, user.id);
    const [stored, given] = [rightsOf(before), rightsOf(after)];
    const isSame = isDeepStrictEqual(stored, given);
    if (!isSame && body.expected && !isDeepStrictEqual(body.expected, stored)) throw fail('SCOPES_CHANGED');
    return {
      response: presentAdministrator(after),
      effects: {
        audit: isSame
          ? nothingChanged
          : {
              action: 'user.set-scopes',
              subject: { type: 'user', id: user.id, name: after.name },
              before: recorded(stored),
              after: recorded(given),
            },
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});
