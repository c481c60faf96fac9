import { notifications } from '@almas/contract/notifications';
import { type NamedPerson, personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { Actor } from '../../authorization/identity.ts';
import { checkActingId, mayAccess } from '../../authorization/rights.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command, type Effects } from '../../pipeline/command.ts';
import type { NewNotification } from '../../ports.ts';
import { type NotificationRow, presentNotification } from './notification-record.ts';
import { balanceCredited, rechargeRejected, systemUpdate } from './notification-templates.ts';
import { insertNotification } from './notify.ts';

/** Notifications are never deleted: bounds how many one account can create. */
const limit = {
  action: 'notification',
  exceeded: 'TOO_MANY_NOTIFICATIONS',
  rate: { attempts: 60, windowSeconds: 3_600 },
} as const;

/** Queried here because the accounts module imports this one. */
const recipient = statement<[id: string], NamedPerson & { readonly id: string }>(
  'notifications.recipient',
  `SELECT id, first_name AS "firstName", last_name AS "lastName", display_name AS "displayName", email
     FROM users WHERE id = $1`,
);

/** Creates a notification for the own account; an administrator may create one for any account, which the audit trail records. */
export const createNotification = command(notifications.create, {
  prepare: ({ actor, wallet, body }) => {
    if (!mayAccess({ actor, wallet }, body.userId)) throw fail('FORBIDDEN');
  },
  limit,
  run: async ({ tx, actor, body }) => {
    const { row, effects } = await create(tx, actor, { ...body, data: body.data ?? undefined });
    return { response: presentNotification(row), effects };
  },
});

/** Creates a notification for the own account with one of the texts of /test-notifications. */
export const createTestNotification = command(notifications.test, {
  prepare: ({ actor, body }) => checkActingId(actor, body.userId),
  limit,
  run: async ({ tx, actor, body }) => {
    const { row, effects } = await create(tx, actor, testNotification(actor, body.kind));
    return { response: presentNotification(row), effects };
  },
});

async function create(
  tx: DbTransaction,
  actor: Actor,
  notification: NewNotification,
): Promise<{ row: NotificationRow; effects: Effects }> {
  const user = await recipient.first(tx, parseUuidOrNil(notification.userId));
  if (!user) throw fail('USER_NOT_FOUND');
  // Not with `writeNotifications`: here a notification that cannot be written is an error of the call.
  const row = await insertNotification(tx, { ...notification, userId: user.id });
  const audit = {
    action: 'notification.create',
    subject: { type: 'user', id: user.id, name: personName(user) },
    after: { type: row.type, title: row.title, message: row.message },
  };
  return {
    row,
    effects: {
      ...(user.id !== actor.id && { audit }),
      events: [[{ user: user.id }, { type: 'notification' }]],
    },
  };
}

const { amount, rejectedAmount, rejectionReason, version } = stored.notifications.test;

/** One of the three simulations of /test-notifications. No balance changes. */
const testNotification = (
  { id: userId }: Pick<Actor, 'id'>,
  kind: 'balance' | 'system' | 'rejection',
): NewNotification => {
  if (kind === 'balance') return balanceCredited({ userId, amount, adminId: userId });
  if (kind === 'system') return systemUpdate({ userId, version });
  return rechargeRejected({ userId, amount: rejectedAmount, reason: rejectionReason });
};
