import type { NotificationType } from '@almas/contract/notifications';
import type { z } from 'zod';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { inSavepoint, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';

export interface NewNotification {
  readonly userId: string;
  readonly type: z.output<typeof NotificationType>;
  readonly title: string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

const insertNotification = statement<[string, string, string, string, string | null], { id: string }>(
  'notifications.insert',
  `INSERT INTO notifications (user_id, type, title, message, data) VALUES ($1, $2, $3, $4, $5)
   RETURNING id::text AS id`,
);

export async function insert(
  db: Queryable,
  { userId, type, title, message, data }: NewNotification,
): Promise<string> {
  const row = await insertNotification.one(
    db,
    userId,
    type,
    title,
    message,
    data ? JSON.stringify(data) : null,
  );
  return row.id;
}

/**
 * Tells people of what just happened, in the transaction that does it (AMB-08). A notification that fails is
 * logged and taken back alone: it never undoes money (RRQ-32).
 */
export async function notify(
  services: Pick<Services, 'log' | 'live'>,
  tx: Transaction,
  ...notifications: readonly NewNotification[]
): Promise<void> {
  const told = await inSavepoint(
    tx,
    async () => {
      for (const notification of notifications) await insert(tx, notification);
    },
    (error) => services.log.error({ err: error }, 'notification failed'),
  );
  if (!told) return;
  tx.afterCommit(() => {
    for (const { userId } of notifications) services.live.publish({ user: userId }, { type: 'notification' });
  });
}
