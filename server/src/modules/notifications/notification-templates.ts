import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { NewNotification } from './notify.ts';

/*
 * The notification helpers of the specification: what each one says, ready to be written. Amounts are in DA. They refuse
 * with USER_ID_REQUIRED when no account is named.
 */

const addressed = (userId: string): string => {
  if (userId.trim() === '') throw fail('USER_ID_REQUIRED');
  return userId;
};

/** A balance was credited by an administrator; `details` are kept beside the amount. */
export const balanceCredited = (to: {
  readonly userId: string;
  readonly amount: number;
  readonly adminId: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): NewNotification => ({
  userId: addressed(to.userId),
  type: 'balance_credited',
  ...stored.notifications.balanceCredited(to.amount),
  data: { amount: to.amount, adminId: to.adminId, ...to.details },
});

/** A new version; title and message default to the usual words. */
export const systemUpdate = (to: {
  readonly userId: string;
  readonly version: string;
  readonly title?: string;
  readonly message?: string;
}): NewNotification => {
  const usual = stored.notifications.systemUpdate(to.version);
  return {
    userId: addressed(to.userId),
    type: 'account_update',
    title: to.title ?? usual.title,
    message: to.message ?? usual.message,
    data: { version: to.version },
  };
};

/** A recharge request was rejected, and why. */
export const rechargeRejected = (to: {
  readonly userId: string;
  readonly amount: number;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): NewNotification => ({
  userId: addressed(to.userId),
  type: 'recharge_rejected',
  ...stored.notifications.rechargeRejected(to.amount, to.reason),
  data: { amount: to.amount, reason: to.reason, ...to.details },
});
