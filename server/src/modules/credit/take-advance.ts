import { credit } from '@almas/contract/credit';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import { formatDate } from '@almas/locale/formats';
import { fail } from '../../app-error.ts';
import type { Actor, Wallet } from '../../authorization/identity.ts';
import { checkActingId, checkStepUp } from '../../authorization/rights.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { recordTransaction } from '../../money/post-entry.ts';
import { isTakenBack } from '../../money/taken-back.ts';
import { command } from '../../pipeline/command.ts';
import { checkNotFrozen } from '../accounts/brakes.ts';
import { lockUser } from '../accounts/find-user.ts';
import { checkManualCredit } from '../accounts/manual-credit.ts';
import { availableOf, type CreditState, lockCredit, postReceivable } from './credit.store.ts';

/** Whose advance it is: a reseller's own, or the account that an administrator names. @throws AppError USER_ID_REQUIRED, FORBIDDEN */
function debtorOf(actor: Actor, wallet: Wallet, userId: string | undefined): string {
  if (actor.administers) {
    if (userId === undefined) throw fail('USER_ID_REQUIRED');
    return parseUuidOrNil(userId);
  }
  checkActingId(wallet, userId);
  return wallet.id;
}

/** @throws AppError CREDIT_SUSPENDED, CREDIT_OVERDUE, CREDIT_LIMIT */
function checkAdvance(terms: CreditState | undefined, amount: Centimes): asserts terms is CreditState {
  if (!terms) throw fail('CREDIT_LIMIT', { available: 0 });
  if (terms.suspended) throw fail('CREDIT_SUSPENDED');
  if (terms.overdue > 0) throw fail('CREDIT_OVERDUE', { overdue: toDinars(terms.overdue) });
  const available = availableOf(terms);
  if (amount > available) throw fail('CREDIT_LIMIT', { available: toDinars(available) });
}

/**
 * An advance: a credit of the ledger, and in the same transaction the entry of the debt. The account is locked before its credit, as
 * everywhere.
 */
export const takeAdvance = command(credit.advance, {
  prepare: ({ actor, wallet, body }) => ({
    userId: debtorOf(actor, wallet, body.userId),
    amount: toCentimes(body.amount),
  }),
  key: {
    operation: 'credit.advance',
    input: ({ body: { amount, userId } }) => ({ amount, userId }),
    isUndone: (tx, { transactionId }) => isTakenBack(tx, transactionId),
  },
  limit: {
    action: 'advance',
    exceeded: 'TOO_MANY_ADVANCES',
    rate: { attempts: 60, windowSeconds: 3_600 },
    when: ({ actor }) => !actor.administers,
  },
  run: async ({ services, tx, actor, prepared: { userId, amount } }) => {
    if (actor.administers) await checkManualCredit(tx, actor, amount);
    const user = await lockUser(tx, userId);
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_OWE');
    if (user.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
    checkNotFrozen(user);
    const dinars = toDinars(amount);
    if (actor.administers && dinars > services.config.stepUpRecharge) checkStepUp(actor);
    const terms = await lockCredit(tx, user.id);
    checkAdvance(terms, amount);
    const { method, description } = stored.advance;
    const posted = await recordTransaction(tx, {
      userId: user.id,
      direction: 'credit',
      transactionType: 'recharge',
      status: 'completed',
      amount,
      description,
      source: 'advance',
      method,
      ...(actor.administers && { adminId: actor.id }),
    });
    if (!posted) throw fail('BALANCE_LIMIT');
    const entry = await postReceivable(tx, {
      userId: user.id,
      kind: 'advance',
      amount,
      recordedBy: actor.id,
      days: terms.days,
      ledgerId: posted.entryId,
      transactionId: posted.transactionId,
    });
    const dueOn = entry.dueOn ?? '';
    const newBalance = toDinars(posted.balanceAfter);
    const debt = toDinars(entry.debtAfter);
    return {
      response: { transactionId: String(posted.transactionId), amount: dinars, newBalance, debt, dueOn },
      effects: {
        ...(actor.administers && {
          audit: {
            action: 'credit.advance',
            subject: { type: 'user', id: user.id, name: personName(user) },
            before: { balance: toDinars(posted.balanceBefore), debt: toDinars(entry.debtBefore) },
            after: { balance: newBalance, debt, amount: dinars, dueOn },
          },
        }),
        notifications: [
          {
            userId: user.id,
            type: 'balance_credited',
            ...stored.notifications.advanced(dinars, formatDate(dueOn)),
            data: { amount: dinars, transactionId: String(posted.transactionId), dueOn },
          },
        ],
        events: [
          [{ user: user.id }, { type: 'balance' }],
          [{ role: 'admin' }, { type: 'requests' }],
          [{ role: 'admin' }, { type: 'credit' }],
        ],
      },
    };
  },
});
