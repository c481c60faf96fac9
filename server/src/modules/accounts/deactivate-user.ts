import type { Actor, Origin, UserRecord } from '../../actor.ts';
import { transaction } from '../../database/transaction.ts';
import { uuidOrNobody } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { accountsStore } from './accounts.store.ts';
import { personName } from './user-record.ts';

/**
 * Sets an account to inactive, with an optional reason (SPEC §4 Account); never one's own, from which there would
 * be no way back (AMB-17). @throws Refusal USER_NOT_FOUND, CANNOT_DEACTIVATE_SELF
 */
export function deactivateUser(
  services: Services,
  admin: Actor,
  origin: Origin,
  userId: string,
  reason: string,
): Promise<UserRecord> {
  return transaction(services.db, async (tx) => {
    const user = await accountsStore.lockById.first(tx, uuidOrNobody(userId));
    if (!user) throw refuse('USER_NOT_FOUND');
    if (user.id === admin.id) throw refuse('CANNOT_DEACTIVATE_SELF');
    const inactive = await accountsStore.deactivate.one(tx, user.id, admin.id, reason);
    await recordAction(tx, admin, origin, {
      action: 'user.deactivate',
      subject: { type: 'user', id: user.id, name: personName(user) },
      before: { status: user.status },
      after: { status: inactive.status, reason },
    });
    tx.afterCommit(() => {
      services.live.publish({ user: user.id }, { type: 'session' });
      services.live.publish({ role: 'admin' }, { type: 'requests' });
    });
    return inactive;
  });
}
