import { notifications } from '@almas/contract/notifications';
import { fail } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { createNotification, createTestNotification } from './create-notification.ts';
import { listNotifications } from './list-notifications.ts';
import { presentNotification, shownTypes } from './notification-record.ts';
import { notificationsStore } from './notifications.store.ts';

/** The notifications of the own account; administrators may also create one for another account. */
export const notificationRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, notifications, {
    list: async ({ actor, query }) => listNotifications(services.db, actor, query),
    create: createNotification,
    read: command(notifications.read, {
      run: async ({ tx, actor, params }) => {
        const id = parseIdOrZero(params.id);
        const row = await notificationsStore.markRead.first(tx, id, actor.id, shownTypes(actor));
        if (!row) throw fail('NOTIFICATION_NOT_FOUND');
        return {
          response: presentNotification(row),
          effects: { events: [[{ user: actor.id }, { type: 'notification' }]] },
        };
      },
    }),
    readAll: command(notifications.readAll, {
      run: async ({ tx, actor }) => {
        const read = await notificationsStore.markAllRead.run(tx, actor.id, shownTypes(actor));
        return {
          response: { read },
          effects: { events: read > 0 ? [[{ user: actor.id }, { type: 'notification' }]] : [] },
        };
      },
    }),
    test: createTestNotification,
  });
