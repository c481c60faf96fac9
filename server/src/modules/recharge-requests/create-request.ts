import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { rechargeRequests } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import type { UserRecord } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { administratorIds, lockUser } from '../accounts/find-user.ts';
import { rechargeRequestEvents } from './pending-request.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { recordHistory } from './request-history.ts';
import { checkInitialStatus, requestedAmount, requiredParameters } from './request-order.ts';
import { presentRechargeRequest } from './request-record.ts';
import { warnOfRequest } from './warnings.ts';

/**
 * A reseller asks for a recharge. Every attempt counts, a refused one too; the same
 * key again answers the same request and does not count (AMB-13).
 * @throws AppError in the order of AMB-73: parameters, rate limit, role, amount, status, user, pending count, own account
 */
export const createRechargeRequest = command(rechargeRequests.create, {
  prepare: ({ actor, body }) => requiredParameters(body, actor.id),
  key: { operation: 'recharge-requests.create', input: ({ body }) => body },
  limit: { action: 'recharge_request', exceeded: 'TOO_MANY_RECHARGE_REQUESTS' },
  run: async ({ tx, actor, body, prepared: { userId, amount: requested, method } }) => {
    if (actor.role !== 'reseller') throw fail('ONLY_RESELLERS_CREATE_REQUESTS');
    const centimes = requestedAmount(requested);
    checkInitialStatus(body.status);
    const user = await allowedUser(tx, userId);
    if (user.id !== actor.id) throw fail('REQUEST_FOR_ANOTHER');
    const request = await rechargeRequestsStore.insert.one(
      tx,
      user.id,
      user.email,
      personName(user),
      user.company,
      centimes,
      method,
      stored.rechargeRequest.methodNames[method],
      body.phoneNumber || user.phone || null,
      body.notes || null,
      body.reference || null,
    );
    await warnOfRequest(tx, request);
    // An approval puts its own note on the request: what the reseller wrote stays here.
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

/** The account of the request, held so that two concurrent requests cannot both be the third. */
async function allowedUser(tx: DbTransaction, userId: string): Promise<UserRecord> {
  const user = await lockUser(tx, parseUuidOrNil(userId));
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_MAKE_REQUESTS');
  if (user.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
  const { count } = await rechargeRequestsStore.countPending.one(tx, user.id);
  if (count >= limits.pendingRechargeRequestsMax) throw fail('TOO_MANY_PENDING_REQUESTS');
  return user;
}
