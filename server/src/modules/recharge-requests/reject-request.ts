import { rechargeRequests } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { checkActingId } from '../../authorization/rights.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { raiseAlert } from '../alerts/raise-alert.ts';
import { releaseLine } from '../bank/match-line.ts';
import {
  lockPendingRequest,
  presentRechargeRequest,
  rechargeRequestEvents,
  rechargeRequestsStore,
  recordHistory,
} from './recharge-requests.store.ts';

/** Rejects a pending request with a reason, unless another photo has replaced the one that was shown; no balance changes. A failure raises an alert (RRQ-40). */
export const rejectRequest = command(rechargeRequests.reject, {
  prepare: ({ actor, body }) => checkActingId(actor, body.adminId),
  run: async ({ tx, actor, params, body: { reason, paymentProof } }) => {
    await releaseLine(tx, params.id);
    const request = await lockPendingRequest(tx, params.id, paymentProof);
    const requestId = String(request.id);
    const rejected = await rechargeRequestsStore.reject.one(tx, request.id, actor.id, reason);
    const details = stored.rechargeRequest.history.rejected(reason);
    await recordHistory(tx, request, { action: 'rejected', details, adminId: actor.id });
    const amount = toDinars(request.amount);
    return {
      response: presentRechargeRequest(rejected),
      effects: {
        audit: {
          action: 'recharge-request.reject',
          subject: { type: 'recharge-request', id: requestId, name: request.userName },
          before: { status: request.status },
          after: { status: rejected.status, reason },
        },
        notifications: [
          {
            userId: request.userId,
            type: 'recharge_rejected',
            ...stored.notifications.rechargeRejected(amount, reason),
            data: { requestId, amount, reason },
          },
        ],
        resolves: { type: 'recharge_request', id: requestId },
        events: rechargeRequestEvents(request),
      },
    };
  },
  failed: ({ services, actor, params, isPrepared, error }) => {
    if (!isPrepared) return;
    const title = stored.alerts.rejectionTitle;
    const message = error instanceof Error ? error.message : title;
    const data = { requestId: params.id, adminId: actor.id };
    raiseAlert(services.log, { type: 'error', title, message, priority: 'high', data }, error);
  },
});
