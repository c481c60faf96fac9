import { personName } from '@almas/contract/person-name';
import { wallet } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { isTakenBack } from '../../money/taken-back.ts';
import { command } from '../../pipeline/command.ts';
import { findUser } from '../accounts/find-user.ts';
import { checkManualCredit } from '../accounts/manual-credit.ts';
import { presentUser } from '../accounts/user-record.ts';
import { creditAccount } from './credit-account.ts';

/**
 * Credits an active reseller; the amount (in DA) is rounded to 2 decimals. @throws AppError RECHARGE_AMOUNT_INVALID when the amount rounds
 * to 0
 */
export const rechargeUser = command(wallet.recharge, {
  prepare: ({ actor, body }) => {
    checkActingId(actor, body.adminId);
    const amount = toCentimes(body.amount);
    if (amount <= 0) throw fail('RECHARGE_AMOUNT_INVALID');
    return amount;
  },
  key: {
    operation: 'wallet.recharge',
    input: ({ params, body: { amount, note } }) => ({ userId: params.id, amount, note }),
    isUndone: (tx, { transactionId }) => isTakenBack(tx, transactionId),
  },
  run: async ({ services, tx, actor, params, body: { note }, prepared: amount }) => {
    await checkManualCredit(tx, actor, amount);
    const credited = await creditAccount(services, tx, actor, { userId: params.id, amount, reason: note });
    const balance = { before: toDinars(credited.balanceBefore), after: toDinars(credited.balanceAfter) };
    const user = (await findUser(tx, credited.user.id)) ?? credited.user;
    return {
      response: {
        success: true as const,
        transactionId: String(credited.transactionId),
        amount: toDinars(amount),
        balanceBefore: balance.before,
        newBalance: balance.after,
        user: presentUser(user, actor),
      },
      effects: {
        audit: {
          action: 'wallet.recharge',
          subject: { type: 'user', id: credited.user.id, name: personName(credited.user) },
          before: { balance: balance.before },
          after: { balance: balance.after, amount: toDinars(amount), note },
        },
        notifications: [credited.notification],
        events: [credited.event, [{ role: 'admin' }, { type: 'requests' }]],
      },
    };
  },
});
