import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { NewNotification } from '../../ports.ts';

/*
 * The notification helpers of the specification. Each builds a notification to insert. Amounts are in DA. They throw
 * USER_ID_REQUIRED when `userId` is blank.
 */

const requireUserId = (userId: string): string => {
  if (userId.trim() === '') throw fail('USER_ID_REQUIRED');
  return userId;
};

/** An administrator credited a balance. `details` are added to `data`. */
export const balanceCredited = (to: {
  readonly userId: string;
  readonly amount: number;
  readonly adminId: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): NewNotification => ({
  userId: requireUserId(to.userId),
  type: 'balance_credited',
  ...stored.notifications.balanceCredited(to.amount),
  data: { amount: to.amount, adminId: to.adminId, ...to.details },
});

/** A new version, with a default title and message. */
export const systemUpdate = (to: {
  readonly userId: string;
  readonly version: string;
  readonly title?: string;
  readonly message?: string;
}): NewNotification => {
  const defaults = stored.notifications.systemUpdate(to.version);
  return {
    userId: requireUserId(to.userId),
    type: 'account_update',
    title: to.title ?? defaults.title,
    message: to.message ?? defaults.message,
    data: { version: to.version },
  };
};

/** A recharge request was rejected. */
export const rechargeRejected = (to: {
  readonly userId: string;
  readonly amount: number;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): NewNotification => ({
  userId: requireUserId(to.userId),
  type: 'recharge_rejected',
  ...stored.notifications.rechargeRejected(to.amount, to.reason),
  data: { amount: to.amount, reason: to.reason, ...to.details },
});
