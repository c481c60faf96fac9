import { limits, rateLimits } from '@almas/contract/limits';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import type { Actor, UserRecord } from '../../actor.ts';
import { AppError, fail, failUntil } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { administratorIds, lockUser } from '../accounts/find-user.ts';
import { personName } from '../accounts/user-record.ts';
import { notify } from '../notifications/notify.ts';
import { publishRequest } from './pending-request.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { recordHistory } from './request-history.ts';
import {
  checkInitialStatus,
  type RequestBody,
  requestedAmount,
  requiredParameters,
} from './request-order.ts';
import { presentRechargeRequest, type RechargeRequestRow } from './request-record.ts';
import { warnOfRequest } from './warnings.ts';

const action = 'recharge_request';

/**
 * A reseller asks for a recharge. Every try counts, a refused one too; the same
 * key again answers the same request and does not count (AMB-13).
 * @throws AppError in the order of AMB-73: parameters, rate limit, role, amount, status, user, pending count, own account
 */
export async function createRechargeRequest(
  services: Services,
  actor: Actor,
  key: string | undefined,
  body: RequestBody,
): Promise<RechargeRequest> {
  const order = requiredParameters(body, actor.id);
  const rate = { ...rateLimits[action], attempts: services.config.rateLimits[action] };
  const command = { userId: actor.id, key, operation: 'recharge-requests.create', input: body };
  let counted = false;
  try {
    return await idempotent(services.db, command, async (tx) => {
      counted = false;
      const wait = await attempt(tx, action, actor.id, rate);
      if (wait !== undefined) throw failUntil('TOO_MANY_RECHARGE_REQUESTS', wait);
      counted = true;
      return create(services, tx, actor, { ...body, ...order });
    });
  } catch (error) {
    // The refusal took its own count back with everything else.
    if (counted && error instanceof AppError) await attempt(services.db, action, actor.id, rate);
    throw error;
  }
}

type CompleteOrder = RequestBody & ReturnType<typeof requiredParameters>;

async function create(
  services: Services,
  tx: DbTransaction,
  actor: Actor,
  order: CompleteOrder,
): Promise<RechargeRequest> {
  if (actor.role !== 'reseller') throw fail('ONLY_RESELLERS_CREATE_REQUESTS');
  const amount = requestedAmount(order.amount);
  checkInitialStatus(order.status);
  const user = await allowedUser(tx, order.userId);
  if (user.id !== actor.id) throw fail('REQUEST_FOR_ANOTHER');
  const request = await rechargeRequestsStore.insert.one(
    tx,
    user.id,
    user.email,
    personName(user),
    user.company,
    amount,
    order.method,
    stored.rechargeRequest.methodNames[order.method],
    order.phoneNumber || user.phone || null,
    order.notes || null,
    order.reference || null,
  );
  await warnOfRequest(tx, request);
  // An approval puts its own note on the request: what the reseller wrote stays here.
  const details = order.notes || stored.rechargeRequest.history.created;
  await recordHistory(tx, request, { action: 'created', details });
  await announce(services, tx, request);
  return presentRechargeRequest(request);
}

/** The account of the request, held so that two requests at once cannot both be the third. */
async function allowedUser(tx: DbTransaction, userId: string): Promise<UserRecord> {
  const user = await lockUser(tx, parseUuidOrNil(userId));
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_MAKE_REQUESTS');
  if (user.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
  const { count } = await rechargeRequestsStore.countPending.one(tx, user.id);
  if (count >= limits.pendingRechargeRequestsMax) throw fail('TOO_MANY_PENDING_REQUESTS');
  return user;
}

async function announce(services: Services, tx: DbTransaction, request: RechargeRequestRow): Promise<void> {
  const amount = toDinars(request.amount);
  const text = stored.notifications.rechargeRequested(request.userName, amount);
  const administrators = await administratorIds(tx);
  const data = { requestId: String(request.id), userId: request.userId, amount };
  const notifications = administrators.map((userId) => ({ userId, type: action, ...text, data }) as const);
  await notify(services, tx, ...notifications);
  publishRequest(services, tx, request);
}
