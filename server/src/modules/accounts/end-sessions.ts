import { users } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import { lockAdministrator } from '../../authorization/lock-administrator.ts';
import { checkMayManage, checkStepUp } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import type { AdministratorAction } from '../../ports.ts';
import { lockWithAuthor } from './lock-with-author.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endSessions, revokeCashierDevices } from './sessions.ts';

/**
 * Ends every session of an account, for example after a phone was lost or sold, and revokes the devices of its cashiers. The password is
 * not changed.
 */
export const endUserSessions = command(users.endSessions, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, identity, params }) => {
    const user = await lockWithAuthor(tx, actor.id, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    const isOwn = user.id === actor.id;
    if (!isOwn) checkMayManage(actor, user);
    // Judged before the session of the call ends too; the pipeline would find none.
    if (isOwn) await lockAdministrator(tx, actor, identity.sessionHash(), users.endSessions.scope);
    const { ended, action } = await endSessionsOf(tx, user);
    return {
      response: { ended },
      effects: {
        audit: isOwn ? { ...action, by: actor } : action,
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});

/**
 * Ends the sessions and pending sign-ins of an account that the caller has locked, and revokes the devices of its cashiers: on a phone
 * that was lost, a PIN would open the next session.
 * @returns how many sessions ended, and the row for the audit trail
 */
export async function endSessionsOf(
  tx: Queryable,
  user: UserRecord,
): Promise<{ ended: number; action: AdministratorAction }> {
  const ended = await endSessions(tx, user.id);
  await endPendingSignIns(tx, user.id);
  const devices = await revokeCashierDevices(tx, user.id);
  const subject = { type: 'user', id: user.id, name: personName(user) };
  return {
    ended,
    action: {
      action: 'user.end-sessions',
      subject,
      after: { sessions: ended, ...(devices > 0 && { devices }) },
    },
  };
}
