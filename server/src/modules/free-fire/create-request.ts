import { freeFire } from '@almas/contract/free-fire';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { recordTransaction } from '../../money/post-entry.ts';
import { command } from '../../pipeline/command.ts';
import { checkDailyCeiling, checkNotFrozen } from '../accounts/brakes.ts';
import { administratorIds, lockUser } from '../accounts/find-user.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { countStaffSale } from '../staff/staff-cap.ts';
import { saveCustomer } from './customers.ts';
import { findFreeFireOffer } from './list-offers.ts';
import { balanceShort, brokenRequestRule } from './request-rules.ts';
import { freeFireRequestEvents, freeFireRequestsStore } from './requests.store.ts';
import { readServiceConfig } from './service-config.ts';
import { serviceState } from './service-state.ts';

/**
 * Creates a Free Fire request and debits its price. Order of the rules: the input (contract), request-rules.ts, then the rate limit
 * (AMB-73). A repeated key returns the same request and counts no attempt. A failure raises a payment-error alert (FFR-32).
 * @throws AppError of the first broken rule
 */
export const createFreeFireRequest = command(freeFire.createRequest, {
  prepare: ({ wallet, body }) => checkActingId(wallet, body.userId),
  key: {
    operation: 'freefire_request',
    input: ({ body: { freeFireId, offerId, amount } }) => ({ playerId: freeFireId, offerId, amount }),
  },
  rules: async ({ services, tx, wallet, body }) => {
    const user = await lockUser(tx, wallet.id);
    if (!user) throw fail('USER_NOT_FOUND');
    const { online } = serviceState(await readServiceConfig(tx), services.now());
    const offer = await findFreeFireOffer(tx, body.offerId);
    const amount = toCentimes(body.amount);
    const broken = brokenRequestRule({ user, isOnline: online, offer, amount });
    if (broken) throw broken;
    if (!offer) throw fail('FREE_FIRE_OFFER_NOT_FOUND');
    checkNotFrozen(user);
    await checkDailyCeiling(tx, user, offer.price);
    return { user, offer };
  },
  limit: { action: 'freefire_request', exceeded: 'TOO_MANY_FREE_FIRE_REQUESTS' },
  run: async ({ tx, actor: { cashier }, body: { freeFireId: playerId }, ruleResult: { user, offer } }) => {
    const { id } = await freeFireRequestsStore.nextNumber.one(tx);
    const requestId = String(id);
    const posted = await recordTransaction(tx, {
      userId: user.id,
      direction: 'debit',
      transactionType: 'freefire_request',
      status: 'pending',
      amount: offer.price,
      description: stored.freeFire.description(offer.name, playerId),
      source: 'freefire_request',
      relatedTransactionId: id,
      freeFire: {
        playerId,
        offerId: offer.id,
        offerName: offer.name,
        diamondsValue: offer.value,
        requestId,
      },
    });
    if (!posted) throw balanceShort(user.balance, offer.price);
    const till = cashier && (await countStaffSale(tx, cashier, offer.price));
    const price = toDinars(offer.price);
    const name = personName(user);
    await freeFireRequestsStore.insert.run(tx, {
      id,
      userId: user.id,
      playerId,
      offer: JSON.stringify({ id: offer.id, name: offer.name, value: offer.value, price }),
      offerName: offer.name,
      diamondsValue: offer.value,
      amount: offer.price,
      resellerName: name,
      userEmail: user.email,
      balanceBefore: posted.balanceBefore,
      balanceAfter: posted.balanceAfter,
      transactionId: posted.transactionId,
      staffId: cashier?.id ?? null,
      till,
    });
    await saveCustomer(tx, user.id, playerId, offer);
    const newBalance = toDinars(posted.balanceAfter);
    const waiting = stored.notifications.topUpRequested(name, offer.name, price);
    const administrators = await administratorIds(tx);
    return {
      response: {
        success: true as const,
        requestId,
        status: 'pending' as const,
        newBalance,
        debitedAmount: price,
      },
      effects: {
        notifications: [
          {
            userId: user.id,
            type: 'balance_debited',
            ...stored.notifications.freeFireRequest(offer.name, price),
            data: { amount: price, requestId, transactionId: String(posted.transactionId) },
          },
          ...administrators.map((userId) => ({
            userId,
            type: 'free_fire_request' as const,
            ...waiting,
            data: { requestId, userId: user.id, amount: price },
          })),
        ],
        events: [[{ user: user.id }, { type: 'balance' }], ...freeFireRequestEvents({ userId: user.id })],
      },
    };
  },
  failed: ({ services, wallet, body, isPrepared, error }) => {
    if (isPrepared) raisePaymentError(services.log, { userId: wallet.id, amount: body.amount, error });
  },
});
