import { PaymentMethod } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { rechargeRequests } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { administratorIds, lockUser } from '../accounts/find-user.ts';
import { isMissing } from '../wallet/validate-transaction.ts';
import {
  presentRechargeRequest,
  rechargeRequestEvents,
  rechargeRequestsStore,
  recordHistory,
} from './recharge-requests.store.ts';
import { warnOfRequest } from './warnings.ts';

/**
 * Creates a recharge request. Refused attempts count too; a repeated key returns the same request and does not count (AMB-13).
 * @throws AppError in the order of AMB-73: parameters, rate limit, role, amount, status, user, pending count, own account
 */
export const createRechargeRequest = command(rechargeRequests.create, {
  prepare: ({ wallet, body }) => requiredParameters(body, wallet.id),
  key: { operation: 'recharge-requests.create', input: ({ body }) => body },
  limit: { action: 'recharge_request', exceeded: 'TOO_MANY_RECHARGE_REQUESTS' },
  run: async ({ tx, actor, wallet, body, prepared: { userId, amount: requested, method } }) => {
    if (actor.role !== 'reseller') throw fail('ONLY_RESELLERS_CREATE_REQUESTS');
    const centimes = requestedAmount(requested);
    checkInitialStatus(body.status);
    const user = await allowedUser(tx, userId);
    if (user.id !== wallet.id) throw fail('REQUEST_FOR_ANOTHER');
    const request = await rechargeRequestsStore.insert.one(tx, {
      userId: user.id,
      email: user.email,
      name: personName(user),
      company: user.company,
      amount: centimes,
      method,
      methodName: stored.rechargeRequest.methodNames[method],
      phoneNumber: body.phoneNumber || user.phone || null,
      notes: body.notes || null,
      reference: body.reference || null,
      photoAnnounced: body.photoAnnounced === true,
    });
    await warnOfRequest(tx, request);
    const details = body.notes || stored.rechargeRequest.history.created;
    await recordHistory(tx, request, { action: 'created', details });
    const amount = toDinars(request.amount);
    const text = stored.notifications.rechargeRequested(request.userName, amount);
    const data = { requestId: String(request.id), userId: request.userId, amount };
    const administrators = await administratorIds(tx);
    return {
      response: presentRechargeRequest(request),
      effects: {
        notifications: administrators.map((id) => ({ userId: id, type: 'recharge_request', ...text, data })),
        events: rechargeRequestEvents(request),
      },
    };
  },
});

/** Locks the account, so that two concurrent requests cannot both be the third pending one. */
async function allowedUser(tx: DbTransaction, userId: string): Promise<UserRecord> {
  const user = await lockUser(tx, parseUuidOrNil(userId));
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_MAKE_REQUESTS');
  if (user.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
  const { count } = await rechargeRequestsStore.countPending.one(tx, user.id);
  if (count >= limits.pendingRechargeRequestsMax) throw fail('TOO_MANY_PENDING_REQUESTS');
  return user;
}

/** The unvalidated body: each value is checked here, in the order of the specification. */
interface RequestBody {
  readonly userId?: unknown;
  readonly amount?: unknown;
  readonly method?: unknown;
  readonly status?: unknown;
  readonly phoneNumber?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

/**
 * The required parameters. `userId` defaults to the session's account. An unknown method counts as missing (AMB-49).
 * @throws AppError MISSING_PARAMETERS
 */
function requiredParameters(body: RequestBody, ownId: string) {
  const userId = body.userId === undefined ? ownId : body.userId;
  const method = PaymentMethod.safeParse(body.method);
  if (typeof userId !== 'string' || isMissing(userId) || isMissing(body.amount) || !method.success) {
    throw fail('MISSING_PARAMETERS');
  }
  return { userId: userId.trim(), amount: body.amount, method: method.data };
}

/** @throws AppError REQUEST_AMOUNT_NOT_POSITIVE (also for a string: AMB-48), REQUEST_AMOUNT_TOO_HIGH (the limit is in DA: AMB-15) */
function requestedAmount(value: unknown): Centimes {
  const amount = typeof value === 'number' ? toCentimes(value) : 0;
  if (amount <= 0) throw fail('REQUEST_AMOUNT_NOT_POSITIVE');
  if (amount > toCentimes(limits.rechargeRequestMax)) throw fail('REQUEST_AMOUNT_TOO_HIGH');
  return amount as Centimes;
}

/** @throws AppError REQUEST_STATUS_NOT_PENDING */
function checkInitialStatus(status: unknown): void {
  if (status !== undefined && status !== null && status !== 'pending')
    throw fail('REQUEST_STATUS_NOT_PENDING');
}
