import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { checkStepUp } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { personName } from './user-record.ts';

/**
 * Gives a reseller a temporary password and ends every session of the account: how support changes a password
 * (AMB-24). @returns the password, shown once and kept nowhere.
 * @throws AppError STEP_UP_REQUIRED, USER_NOT_FOUND, CANNOT_RESET_ADMIN (an administrator's is changed at the command line)
 */
export async function resetPassword(
  services: Services,
  admin: Actor,
  origin: Origin,
  userId: string,
): Promise<string> {
  checkStepUp(admin);
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await transaction(services.db, async (tx) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(userId));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('CANNOT_RESET_ADMIN');
    await accountsStore.setTemporaryPassword.run(tx, user.id, passwordHash);
    await endSessions(tx, user.id);
    await endPendingSignIns(tx, user.id);
    await recordAction(tx, admin, origin, {
      action: 'user.reset-password',
      subject: { type: 'user', id: user.id, name: personName(user) },
    });
    tx.afterCommit(() => services.live.publish({ user: user.id }, { type: 'session' }));
  });
  return password;
}
