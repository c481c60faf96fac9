import type { Actor, Origin, UserRecord } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { accountsStore } from './accounts.store.ts';
import { personName } from './user-record.ts';

/**
 * Activates a reseller, pending or inactive (AMB-16).
 * @throws AppError USER_NOT_FOUND, ONLY_RESELLERS_ACTIVATED, ALREADY_ACTIVE
 */
export function activateUser(
  services: Services,
  admin: Actor,
  origin: Origin,
  userId: string,
): Promise<UserRecord> {
  return transaction(services.db, async (tx) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(userId));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_ACTIVATED');
    if (user.status === 'active') throw fail('ALREADY_ACTIVE');
    const active = await accountsStore.activate.one(tx, user.id, admin.id);
    await recordAction(tx, admin, origin, {
      action: 'user.activate',
      subject: { type: 'user', id: user.id, name: personName(user) },
      before: { status: user.status },
      after: { status: active.status },
    });
    await readHandled(services, tx, 'account_registered', user.id);
    tx.afterCommit(() => {
      services.live.publish({ user: user.id }, { type: 'session' });
      services.live.publish({ role: 'admin' }, { type: 'requests' });
    });
    return active;
  });
}
