import { stored } from '@almas/locale';
import type { Actor } from '../../actor.ts';
import type { NewNotification } from './notify.ts';
import { balanceCredited, rechargeRejected, systemUpdate } from './tell.ts';

const { amount, rejectedAmount, rejectionReason, version } = stored.notifications.test;

/** The three simulations of /test-notifications, for the caller alone. They are words only: no balance moves. */
export const testNotification = (
  { id: userId }: Pick<Actor, 'id'>,
  kind: 'balance' | 'system' | 'rejection',
): NewNotification => {
  if (kind === 'balance') return balanceCredited({ userId, amount, adminId: userId });
  if (kind === 'system') return systemUpdate({ userId, version });
  return rechargeRejected({ userId, amount: rejectedAmount, reason: rejectionReason });
};
