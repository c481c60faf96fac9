import { administrators } from '@almas/contract/administrators';
import { employeeScopes } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toCentimes } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { lockWithAuthor } from '../accounts/lock-with-author.ts';
import { administratorsStore, presentAdministrator } from './administrators.store.ts';

/** Left out: as before; null: no limit. */
const changedLimit = <Before>(dinars: number | null | undefined, before: Before) => {
  if (dinars === undefined) return before;
  return dinars === null ? null : toCentimes(dinars);
};

/**
 * Says what an administrator may do. It applies to the calls that are running, too; the own scopes stay, so an owner is left.
 * @throws AppError SCOPES_OWN, USER_NOT_FOUND, ONLY_ADMINS_SCOPED, STEP_UP_REQUIRED
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
    const figures = (row: typeof before) => {
      const { scopes: held, creditCap, creditThreshold } = presentAdministrator(row);
      return { scopes: held ?? 'owner', creditCap, creditThreshold };
    };
    const isSame = JSON.stringify(figures(before)) === JSON.stringify(figures(after));
    return {
      response: presentAdministrator(after),
      effects: {
        audit: isSame
          ? nothingChanged
          : {
              action: 'user.set-scopes',
              subject: { type: 'user', id: user.id, name: after.name },
              before: figures(before),
              after: figures(after),
            },
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});
