import type { Logger } from 'pino';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { storableJson } from '../../database/storable-json.ts';
import { type DbTransaction, inSavepoint } from '../../database/transaction.ts';
import type { NewNotification, ResolvedSubject } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { announceToAdministrators, announceToUser } from '../outbox/announce.ts';
import { type NotificationRow, scopeOfType } from './notification-record.ts';
import { notificationsStore } from './notifications.store.ts';

/** Inserts one unread notification. */
export const insertNotification = (
  db: Queryable,
  { userId, type, title, message, data }: NewNotification,
): Promise<NotificationRow> =>
  notificationsStore.insert.one(db, { userId, type, title, message, data: data ? storableJson(data) : null });

/** The types that are also sent as push messages: changes of a balance, and requests that wait for an administrator. */
const sentToUser = [
  'balance_credited',
  'balance_debited',
  'debt_due',
  'debt_paid',
  'debt_payment_taken_back',
  'claim_decided',
  'webhook_off',
] as const;
const sentToAdministrators = [
  'recharge_request',
  'free_fire_request',
  'account_registered',
  'code_claim',
] as const;
type Sent = (typeof sentToUser | typeof sentToAdministrators)[number];
const isOneOf = (types: readonly Sent[], type: NewNotification['type']): type is Sent =>
  (types as readonly string[]).includes(type);

/**
 * Writes the push messages of notifications of one type. Administrators share one event, so its first notification is enough; no
 * employee without the scope of the type gets it.
 */
async function send(
  services: Pick<Services, 'config'>,
  tx: DbTransaction,
  notifications: readonly NewNotification[],
): Promise<void> {
  for (const { type, userId } of notifications)
    if (isOneOf(sentToUser, type)) await announceToUser(tx, userId, { type });
  const [first] = notifications;
  if (!first || !isOneOf(sentToAdministrators, first.type)) return;
  const subject = first.data?.requestId ?? first.data?.userId;
  const payload = { type: first.type, ...(typeof subject === 'string' && { subject }) };
  await announceToAdministrators(services, tx, payload, scopeOfType[first.type]);
}

/**
 * Writes the notifications of an event in the transaction that causes it (AMB-08), those of one type in one savepoint. A failure is
 * logged and rolls back the savepoint only, never the money (RRQ-32).
 * @returns the ids of the notified accounts
 */
export async function writeNotifications(
  services: Pick<Services, 'config' | 'log'>,
  tx: DbTransaction,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  const notified: string[] = [];
  for (const type of new Set(notifications.map((notification) => notification.type))) {
    const ofType = notifications.filter((notification) => notification.type === type);
    const written = await inSavepoint(
      tx,
      async () => {
        for (const notification of ofType) await insertNotification(tx, notification);
        await send(services, tx, ofType);
      },
      (error) => services.log.error({ err: error }, 'notification failed'),
    );
    if (written) notified.push(...ofType.map(({ userId }) => userId));
  }
  return notified;
}

// SKIP LOCKED: a notification that is locked is being marked as read by its administrator.
const markHandled = statement<[type: ResolvedSubject['type'], id: string]>(
  'notifications.mark-handled',
  `UPDATE notifications SET read = true, read_at = clock_timestamp(), updated_at = clock_timestamp()
   WHERE id IN (
     SELECT id FROM notifications
      WHERE NOT read AND type IN ('recharge_request', 'free_fire_request', 'account_registered')
        AND type = $1 AND coalesce(data ->> 'requestId', data ->> 'userId') = $2
      FOR UPDATE SKIP LOCKED)`,
);

/** The same for the claims of a purchase, along the unread notifications of administrators. */
const markClaimsHandled = statement<[purchaseId: string]>(
  'notifications.mark-claims-handled',
  `UPDATE notifications SET read = true, read_at = clock_timestamp(), updated_at = clock_timestamp()
   WHERE id IN (
     SELECT id FROM notifications
      WHERE NOT read AND type = 'code_claim' AND data ->> 'requestId' = $1
        AND user_id = ANY (ARRAY(SELECT id FROM users WHERE role = 'admin'))
      FOR UPDATE SKIP LOCKED)`,
);

/**
 * Marks the notifications of all administrators about a decided subject as read, in the transaction of the decision. A failure is
 * logged and rolls back its savepoint only. @returns how many were marked
 */
export async function markResolved(
  log: Logger,
  tx: DbTransaction,
  { type, id }: ResolvedSubject,
): Promise<number> {
  let read = 0;
  const done = await inSavepoint(
    tx,
    async () => {
      read = await (type === 'code_claim' ? markClaimsHandled.run(tx, id) : markHandled.run(tx, type, id));
    },
    (error) => log.error({ err: error }, 'notifications of a decided request stay unread'),
  );
  return done ? read : 0;
}
