import { type Notification, NotificationType } from '@almas/contract/notifications';
import type { EmployeeScope } from '@almas/contract/route';
import type { Actor } from '../../authorization/identity.ts';
import { includesScope } from '../../authorization/rights.ts';
import type { Stored } from '../../money/stored.ts';

/** A notification as stored. */
export type NotificationRow = Stored<Notification, 'id'>;

export const notificationColumns = `id, user_id AS "userId", type, title, message, data, read, read_at AS "readAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

export const presentNotification = (row: NotificationRow): Notification => ({ ...row, id: String(row.id) });

/** The types that resellers see; the others are stored but not listed (PRM-14, AMB-08). */
const shownToResellers: readonly Notification['type'][] = [
  'balance_credited',
  'balance_debited',
  'debt_due',
  'debt_paid',
  'debt_payment_taken_back',
  'claim_decided',
  'webhook_off',
];

/** What an employee hears of with the scope alone; the other types are of no scope. */
export const scopeOfType: Partial<Record<Notification['type'], EmployeeScope>> = {
  recharge_request: 'requests',
  free_fire_request: 'requests',
  code_claim: 'requests',
  account_registered: 'accounts',
};

/** The types that an account sees; null means all. */
export function shownTypes({
  administers,
  limitedTo,
}: Pick<Actor, 'administers' | 'limitedTo'>): readonly Notification['type'][] | null {
  if (!administers) return shownToResellers;
  if (limitedTo === null) return null;
  return NotificationType.options.filter((type) => includesScope(limitedTo, scopeOfType[type]));
}
