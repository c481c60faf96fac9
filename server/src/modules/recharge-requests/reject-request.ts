import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import type { Actor, Origin } from '../../actor.ts';
import { type DbTransaction, transaction } from '../../database/transaction.ts';
import { toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { notify } from '../notifications/notify.ts';
import { pendingRequest, publishRequest } from './pending-request.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { recordHistory } from './request-history.ts';
import { presentRechargeRequest } from './request-record.ts';

export interface Rejection {
  readonly requestId: string;
  readonly reason: string;
}

/**
 * pending to rejected, with its reason; no balance moves. A failure raises an error alert (RRQ-40).
 * @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export async function rejectRequest(
  services: Services,
  admin: Actor,
  origin: Origin,
  rejection: Rejection,
): Promise<RechargeRequest> {
  try {
    return await transaction(services.db, (tx) => reject(services, tx, admin, origin, rejection));
  } catch (error) {
    const title = stored.alerts.rejectionTitle;
    raiseAlert(
      services.log,
      {
        type: 'error',
        title,
        message: error instanceof Error ? error.message : title,
        priority: 'high',
        data: { requestId: rejection.requestId, adminId: admin.id },
      },
      error,
    );
    throw error;
  }
}

async function reject(
  services: Services,
  tx: DbTransaction,
  admin: Actor,
  origin: Origin,
  { requestId, reason }: Rejection,
): Promise<RechargeRequest> {
  const request = await pendingRequest(tx, requestId);
  const rejected = await rechargeRequestsStore.reject.one(tx, request.id, admin.id, reason);
  const details = stored.rechargeRequest.history.rejected(reason);
  await recordHistory(tx, request, { action: 'rejected', details, adminId: admin.id });
  const amount = toDinars(request.amount);
  await notify(services, tx, {
    userId: request.userId,
    type: 'recharge_rejected',
    ...stored.notifications.rechargeRejected(amount, reason),
    data: { requestId: String(request.id), amount, reason },
  });
  await recordAction(tx, admin, origin, {
    action: 'recharge-request.reject',
    subject: { type: 'recharge-request', id: String(request.id), name: request.userName },
    before: { status: request.status },
    after: { status: rejected.status, reason },
  });
  await readHandled(services, tx, 'recharge_request', String(request.id));
  publishRequest(services, tx, request);
  return presentRechargeRequest(rejected);
}
