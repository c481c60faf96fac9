import type { Output } from '@almas/contract/route';
import type { wallet } from '@almas/contract/wallet';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts/find-user.ts';
import { personName, presentUser } from '../accounts/user-record.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { creditAccount } from './credit-account.ts';

export interface RechargeOrder {
  readonly userId: string;
  /** In DA; rounded here to 2 decimals. */
  readonly amount: number;
  readonly note: string;
}

/**
 * An administrator credits an active reseller.
 * @throws AppError RECHARGE_AMOUNT_INVALID when the amount rounds to nothing, and those of creditAccount
 */
export function rechargeUser(
  services: Services,
  admin: Actor,
  origin: Origin,
  key: string | undefined,
  order: RechargeOrder,
): Promise<Output<typeof wallet.recharge>> {
  const amount = toCentimes(order.amount);
  if (amount <= 0) throw fail('RECHARGE_AMOUNT_INVALID');
  const command = { userId: admin.id, key, operation: 'wallet.recharge', input: order };
  return idempotent(services.db, command, async (tx) => {
    const credited = await creditAccount(services, tx, admin, {
      userId: order.userId,
      amount,
      reason: order.note,
    });
    await recordAction(tx, admin, origin, {
      action: 'wallet.recharge',
      subject: { type: 'user', id: credited.user.id, name: personName(credited.user) },
      before: { balance: toDinars(credited.balanceBefore) },
      after: { balance: toDinars(credited.balanceAfter), amount: toDinars(amount), note: order.note },
    });
    const user = (await findUser(tx, credited.user.id)) ?? credited.user;
    return {
      success: true as const,
      transactionId: String(credited.transactionId),
      amount: toDinars(amount),
      balanceBefore: toDinars(credited.balanceBefore),
      newBalance: toDinars(credited.balanceAfter),
      user: presentUser(user, admin),
    };
  });
}
