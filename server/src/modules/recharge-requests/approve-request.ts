import { rechargeRequests } from '@almas/contract/recharge-requests';
import type { Parsed } from '@almas/contract/route';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { holdLock } from '../../database/locks.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { creditAccount } from '../wallet/credit-account.ts';
import { rechargeWarningsStore } from './proofs.store.ts';
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
 * A receipt or reference that an approved request has too is credited only with `confirmReused`, and not when another request was approved
 * after the one in `comparedWith`; a photo that has replaced the one that was shown not at all.
 */
export const approveRequest = command(rechargeRequests.approve, {
  prepare: ({ actor, body }) => checkActingId(actor, body.adminId),
  key: {
    operation: 'recharge-requests.approve',
    input: ({ params, body }) => ({ requestId: params.id, note: body.note }),
  },
  run: async ({ services, tx, actor, params, body }) => {
    const request = await lockPendingRequest(tx, params.id, body.paymentProof);
    const requestId = String(request.id);
    await checkReceipt(tx, request.id, body);
    const credited = await creditAccount(services, tx, actor, {
      userId: request.userId,
      amount: request.amount,
      reason: stored.rechargeRequest.approvalReason(requestId),
    });
    const { transactionId } = credited;
    const note = body.note || stored.rechargeRequest.defaultApprovalNote;
    const approved = await rechargeRequestsStore.approve.one(tx, {
      id: request.id,
      adminId: actor.id,
      note,
      transactionId,
    });
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
        resolves: { type: 'recharge_request', id: requestId },
        events: [credited.event, ...rechargeRequestEvents(request)],
      },
    };
  },
});

/** The lock: of two requests with one receipt that are approved at the same moment, the second one sees the first. */
async function checkReceipt(
  tx: DbTransaction,
  requestId: number,
  { confirmReused, comparedWith }: Parsed<typeof rechargeRequests.approve>['body'],
): Promise<void> {
  await holdLock(tx, 'rechargeApprovals');
  const twin = await rechargeWarningsStore.creditedTwin.first(tx, requestId);
  if (!twin) return;
  const compared = comparedWith ?? String(twin.id);
  if (!confirmReused || compared !== String(twin.id))
    throw fail('RECEIPT_REUSED', { request: twin.id, amount: toDinars(twin.amount) });
}
