import { type NamedPerson, personName } from '@almas/contract/person-name';
import type { Actor, Origin } from '../../actor.ts';
import { fail, failUntil } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { transaction } from '../../database/transaction.ts';
import { mayAccess } from '../../http/access.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import type { NotificationRow } from './notification-record.ts';
import { insert, type NewNotification } from './notify.ts';

/** Notifications are kept for ever: a bound on how much one account can fill. */
const rate = { attempts: 60, windowSeconds: 3_600 };

/** The account by itself, without the module of accounts, which notifies. */
const recipient = statement<[id: string], NamedPerson & { readonly id: string }>(
  'notifications.recipient',
  `SELECT id, first_name AS "firstName", last_name AS "lastName", display_name AS "displayName", email
     FROM users WHERE id = $1`,
);

/**
 * Creates a notification: for oneself, and for anybody when an administrator asks, which is recorded.
 * @throws AppError FORBIDDEN, TOO_MANY_NOTIFICATIONS, USER_NOT_FOUND
 */
export async function createNotification(
  services: Services,
  actor: Actor,
  origin: Origin,
  notification: NewNotification,
): Promise<NotificationRow> {
  if (!mayAccess(actor, notification.userId)) throw fail('FORBIDDEN');
  const wait = await attempt(services.db, 'notification', actor.id, rate);
  if (wait !== undefined) throw failUntil('TOO_MANY_NOTIFICATIONS', wait);
  return transaction(services.db, async (tx) => {
    const user = await recipient.first(tx, parseUuidOrNil(notification.userId));
    if (!user) throw fail('USER_NOT_FOUND');
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
