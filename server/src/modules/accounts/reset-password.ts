import { users } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { wideNetworkOf } from '../../limits/network.ts';
import { command } from '../../pipeline/command.ts';
import { accountsStore } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endSessions, revokeCashierDevices } from './sessions.ts';

/**
 * Sets a temporary password for a reseller and ends every session of the account (AMB-24) with the devices of its cashiers: who
 * knew the old one may have enrolled some. The password is in the response only; it is not stored.
 * @throws AppError CANNOT_RESET_ADMIN: an administrator's is reset at the command line
 */
export const resetPassword = command(users.resetPassword, {
  prepare: async ({ actor, origin }) => {
    checkStepUp(actor);
    const password = randomPassword();
    // Not behind the sign-ins of attackers.
    const turn = { network: wideNetworkOf(origin.ip), first: true };
    return { password, passwordHash: await hashPassword(password, turn) };
  },
  run: async ({ tx, params, prepared: { password, passwordHash } }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('CANNOT_RESET_ADMIN');
    await accountsStore.setTemporaryPassword.run(tx, user.id, passwordHash);
    await endSessions(tx, user.id);
    await endPendingSignIns(tx, user.id);
    const devices = await revokeCashierDevices(tx, user.id);
    return {
      response: { temporaryPassword: password },
      effects: {
        audit: {
          action: 'user.reset-password',
          subject: { type: 'user', id: user.id, name: personName(user) },
          ...(devices > 0 && { after: { devices } }),
        },
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});
