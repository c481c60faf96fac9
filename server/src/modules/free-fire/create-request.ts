import type { freeFire } from '@almas/contract/free-fire';
import { rateLimits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import type { Actor } from '../../actor.ts';
import { AppError, fail, failUntil } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { toCentimes } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { lockUser } from '../accounts/find-user.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { findFreeFireOffer } from './find-offer.ts';
import { openRequest } from './open-request.ts';
import { brokenRequestRule } from './request-rules.ts';
import { readServiceConfig } from './service-config.ts';
import { serviceState } from './service-state.ts';

export interface RequestOrder {
  readonly playerId: string;
  readonly offerId: string;
  /** In DA: what the caller was shown. */
  readonly amount: number;
}
type Created = Output<typeof freeFire.createRequest>;

const action = 'freefire_request';

/**
 * Asks for a Free Fire top-up and debits its price at once, in one transaction. Order of refusals: the
 * parameters (the contract), request-rules.ts, and the rate limit last, as listed (AMB-73). The same key again answers
 * the same request and counts no attempt. A failure raises a payment-error alert (FFR-32).
 * @throws AppError the first broken rule
 */
export async function createFreeFireRequest(
  services: Services,
  actor: Actor,
  key: string | undefined,
  order: RequestOrder,
): Promise<Created> {
  const { db, config, log } = services;
  const rate = { ...rateLimits[action], attempts: config.rateLimits[action] };
  let isAttempt = false;
  try {
    return await idempotent(db, { userId: actor.id, key, operation: action, input: order }, async (tx) => {
      isAttempt = true;
      const { user, offer } = await allowedOrder(services, tx, actor, order);
      const wait = await attempt(tx, action, actor.id, rate);
      if (wait !== undefined) throw failUntil('TOO_MANY_FREE_FIRE_REQUESTS', wait);
      return openRequest(services, tx, user, offer, order.playerId);
    });
  } catch (error) {
    // A refused attempt counts too (AMB-13): nothing of its own transaction stayed.
    if (isAttempt && error instanceof AppError) await attempt(db, action, actor.id, rate).catch(() => {});
    raisePaymentError(log, { userId: actor.id, amount: order.amount, error });
    throw error;
  }
}

/** The account and the offer of a request that breaks no rule. @throws AppError the first broken rule */
async function allowedOrder(services: Services, tx: DbTransaction, actor: Actor, order: RequestOrder) {
  const user = await lockUser(tx, actor.id);
  if (!user) throw fail('USER_NOT_FOUND');
  const { online } = serviceState(await readServiceConfig(tx), services.now());
  const offer = await findFreeFireOffer(tx, order.offerId);
  const amount = toCentimes(order.amount);
  const broken = brokenRequestRule({ user, isOnline: online, offer, amount });
  if (broken) throw broken;
  if (!offer) throw fail('FREE_FIRE_OFFER_NOT_FOUND');
  return { user, offer };
}
