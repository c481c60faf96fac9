import type { Actor, Origin } from '../../actor.ts';
import { transaction } from '../../database/transaction.ts';
import { mayAccess } from '../../http/access.ts';
import { uuidOrNobody } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts/find-user.ts';
import { personName } from '../accounts/user-record.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import type { NotificationRow } from './notification-record.ts';
import { insert, type NewNotification } from './notify.ts';

/**
 * Creates a notification: for oneself, and for anybody when an administrator asks, which is recorded.
 * @throws Refusal FORBIDDEN, USER_NOT_FOUND
 */
export function createNotification(
  services: Services,
  actor: Actor,
  origin: Origin,
  notification: NewNotification,
): Promise<NotificationRow> {
  if (!mayAccess(actor, notification.userId)) throw refuse('FORBIDDEN');
  return transaction(services.db, async (tx) => {
    const user = await findUser(tx, uuidOrNobody(notification.userId));
    if (!user) throw refuse('USER_NOT_FOUND');
    const row = await insert(tx, { ...notification, userId: user.id });
    if (user.id !== actor.id) {
      await recordAction(tx, actor, origin, {
        action: 'notification.create',
        subject: { type: 'user', id: user.id, name: personName(user) },
        after: { type: row.type, title: row.title, message: row.message },
      });
    }
    tx.afterCommit(() => services.live.publish({ user: user.id }, { type: 'notification' }));
    return row;
  });
}
