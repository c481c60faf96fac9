import type { Notification } from '@almas/contract/notifications';
import type { Actor } from '../../authorization/identity.ts';

/** A notification as stored. */
export interface NotificationRow {
  readonly id: number;
  readonly userId: string;
  readonly type: Notification['type'];
  readonly title: string;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
  readonly read: boolean;
  readonly readAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const notificationColumns = `id, user_id AS "userId", type, title, message, data, read, read_at AS "readAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export const presentNotification = (row: NotificationRow): Notification => ({ ...row, id: String(row.id) });

/** The types that resellers see; the others are stored but not listed (PRM-14, AMB-08). */
const shownToResellers: readonly Notification['type'][] = [
  'balance_credited',
  'balance_debited',
  'debt_due',
  'debt_paid',
  'claim_decided',
  'webhook_off',
];

/** The types that an account sees; null means all. */
export const shownTypes = ({
  administers,
}: Pick<Actor, 'administers'>): readonly Notification['type'][] | null =>
  administers ? null : shownToResellers;
