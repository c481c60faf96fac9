import { rechargeRequests } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { checkActingId } from '../../http/access.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { creditAccount } from '../wallet/credit-account.ts';
import {
  lockPendingRequest,
  presentRechargeRequest,
  rechargeRequestEvents,
  rechargeRequestsStore,
  recordHistory,
} from './recharge-requests.store.ts';

/**
 * Approves a pending request: credit, transaction, ledger, request and history in one transaction, under the rules of every credit
 * (AMB-07). A blank note becomes `Demande approuvée et solde crédité` (RRQ-27).
 * @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED, and those of creditAccount
 */
export const approveRequest = command(rechargeRequests.approve, {
  prepare: ({ actor, body }) => checkActingId(actor, body.adminId),
  key: {
    operation: 'recharge-requests.approve',
    input: ({ params, body }) => ({ requestId: params.id, note: body.note }),
  },
  run: async ({ services, tx, actor, params, body }) => {
    const request = await lockPendingRequest(tx, params.id);
    const requestId = String(request.id);
    const credited = await creditAccount(services, tx, actor, {
      userId: request.userId,
      amount: request.amount,
      reason: stored.rechargeRequest.approvalReason(requestId),
    });
    const { transactionId } = credited;
    const note = body.note || stored.rechargeRequest.defaultApprovalNote;
    const approved = await rechargeRequestsStore.approve.one(tx, request.id, actor.id, note, transactionId);
    await recordHistory(tx, request, { action: 'approved', details: note, adminId: actor.id, transactionId });
    const amount = toDinars(request.amount);
    return {
      response: presentRechargeRequest(approved),
      effects: {
        audit: {
          action: 'recharge-request.approve',
          subject: { type: 'recharge-request', id: requestId, name: request.userName },
          before: { status: request.status, balance: toDinars(credited.balanceBefore) },
          after: { status: approved.status, balance: toDinars(credited.balanceAfter), amount, note },
        },
        notifications: [
          credited.notification,
          {
            userId: request.userId,
            type: 'recharge_approved',
            ...stored.notifications.rechargeApproved(amount),
            data: { requestId, amount, transactionId: String(transactionId) },
          },
        ],
        handled: { type: 'recharge_request', id: requestId },
        events: [credited.event, ...rechargeRequestEvents(request)],
      },
    };
  },
});
