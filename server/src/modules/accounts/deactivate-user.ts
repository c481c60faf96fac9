import type { Actor, Origin, UserRecord } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { transaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { accountsStore } from './accounts.store.ts';
import { endSessions } from './sessions.ts';
import { personName } from './user-record.ts';

/** Both accounts in one order, so that two who deactivate each other wait instead of going by what they were. */
const lockBoth = statement<[readonly string[]], { id: string; isActing: boolean }>(
  'accounts.lock-both',
  `SELECT id, role = 'admin' AND status = 'active' AND NOT disabled AS "isActing" FROM users
    WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Sets an account to inactive, with an optional reason; never one's own (AMB-17), and only
 * by who is an active administrator still. The sessions of an
 * administrator end with it; a reseller keeps the session and sees the waiting screen (AMB-21). @throws AppError USER_NOT_FOUND, CANNOT_DEACTIVATE_SELF
 */
export function deactivateUser(
  services: Services,
  admin: Actor,
  origin: Origin,
  userId: string,
  reason: string,
): Promise<UserRecord> {
  return transaction(services.db, async (tx) => {
    const id = parseUuidOrNil(userId);
    const locked = await lockBoth.all(tx, [admin.id, id]);
    if (!locked.some((account) => account.id === admin.id && account.isActing))
      throw fail('ACCOUNT_NOT_ACTIVE');
    const user = await accountsStore.byId.first(tx, id);
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.id === admin.id) throw fail('CANNOT_DEACTIVATE_SELF');
    const inactive = await accountsStore.deactivate.one(tx, user.id, admin.id, reason);
    if (user.role === 'admin') await endSessions(tx, user.id);
    await recordAction(tx, admin, origin, {
      action: 'user.deactivate',
      subject: { type: 'user', id: user.id, name: personName(user) },
      before: { status: user.status },
      after: { status: inactive.status, reason },
    });
    await readHandled(services, tx, 'account_registered', user.id);
    tx.afterCommit(() => {
      services.live.publish({ user: user.id }, { type: 'session' });
      services.live.publish({ role: 'admin' }, { type: 'requests' });
    });
    return inactive;
  });
}
