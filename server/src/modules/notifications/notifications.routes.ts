import { notifications } from '@almas/contract/notifications';
import { fail } from '../../app-error.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { createNotification } from './create-notification.ts';
import { listNotifications } from './list-notifications.ts';
import { presentNotification, shownTypes } from './notification-record.ts';
import { notificationsStore } from './notifications.store.ts';
import { testNotification } from './test-notification.ts';

/** One's own notifications. */
export function notificationRoutes(services: Services): ServedGroup {
  const { db, live } = services;
  return serveGroup(notifications, {
    list: async ({ actor, query }) => listNotifications(db, actor, query),
    create: async ({ actor, origin, body }) =>
      presentNotification(
        await createNotification(services, actor, origin, { ...body, data: body.data ?? undefined }),
      ),
    read: async ({ actor, params }) => {
      const row = await notificationsStore.markRead.first(db, numberOrZero(params.id), actor.id);
      if (!row) throw fail('NOTIFICATION_NOT_FOUND');
      live.publish({ user: actor.id }, { type: 'notification' });
      return presentNotification(row);
    },
    readAll: async ({ actor }) => {
      const read = await notificationsStore.markAllRead.run(db, actor.id, shownTypes(actor));
      if (read > 0) live.publish({ user: actor.id }, { type: 'notification' });
      return { read };
    },
    test: async ({ actor, origin, body }) => {
      if (body.userId !== undefined && body.userId !== actor.id) throw fail('FORBIDDEN');
      return presentNotification(
        await createNotification(services, actor, origin, testNotification(actor, body.kind)),
      );
    },
  });
}
