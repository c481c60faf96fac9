import type { NotificationType } from '@almas/contract/notifications';
import type { z } from 'zod';
import type { Queryable } from '../../database/pool.ts';
import { type DbTransaction, inSavepoint } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { NotificationRow } from './notification-record.ts';
import { notificationsStore } from './notifications.store.ts';

export interface NewNotification {
  readonly userId: string;
  readonly type: z.output<typeof NotificationType>;
  readonly title: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** Writes one notification, unread. */
export const insert = (
  db: Queryable,
  { userId, type, title, message, data }: NewNotification,
): Promise<NotificationRow> =>
  notificationsStore.insert.one(db, userId, type, title, message, data ? JSON.stringify(data) : null);

/**
 * Notifies accounts of an event in the transaction that causes it (AMB-08). A notification that fails is
 * logged and taken back alone: it never undoes money (RRQ-32).
 */
export async function notify(
  services: Pick<Services, 'log' | 'live'>,
  tx: DbTransaction,
  ...notifications: readonly NewNotification[]
): Promise<void> {
  const written = await inSavepoint(
    tx,
    async () => {
      for (const notification of notifications) await insert(tx, notification);
    },
    (error) => services.log.error({ err: error }, 'notification failed'),
  );
  if (!written) return;
  tx.afterCommit(() => {
    for (const { userId } of notifications) services.live.publish({ user: userId }, { type: 'notification' });
  });
}
