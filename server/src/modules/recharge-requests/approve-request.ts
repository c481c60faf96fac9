import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import type { Actor, Origin } from '../../actor.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { notify } from '../notifications/notify.ts';
import { creditAccount } from '../wallet/credit-account.ts';
import { pendingRequest, publishRequest } from './pending-request.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { recordHistory } from './request-history.ts';
import { presentRechargeRequest } from './request-record.ts';

export interface Approval {
  readonly requestId: string;
  /** Blank: `Demande approuvée et solde crédité` (RRQ-27). */
  readonly note: string;
}

/**
 * pending to approved: credit, transaction, ledger, request and history in one transaction, under the rules of every
 * credit (AMB-07). @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED, and those of creditAccount
 */
export function approveRequest(
  services: Services,
  admin: Actor,
  origin: Origin,
  key: string | undefined,
  approval: Approval,
): Promise<RechargeRequest> {
  const command = { userId: admin.id, key, operation: 'recharge-requests.approve', input: approval };
  return idempotent(services.db, command, (tx) => approve(services, tx, admin, origin, approval));
}

async function approve(
  services: Services,
  tx: DbTransaction,
  admin: Actor,
  origin: Origin,
  { requestId, note }: Approval,
): Promise<RechargeRequest> {
  const request = await pendingRequest(tx, requestId);
  const credited = await creditAccount(services, tx, admin, {
    userId: request.userId,
    amount: request.amount,
    reason: stored.rechargeRequest.approvalReason(String(request.id)),
  });
  const { transactionId } = credited;
  const kept = note || stored.rechargeRequest.defaultApprovalNote;
  const approved = await rechargeRequestsStore.approve.one(tx, request.id, admin.id, kept, transactionId);
  await recordHistory(tx, request, { action: 'approved', details: kept, adminId: admin.id, transactionId });
  const amount = toDinars(request.amount);
  await notify(services, tx, {
    userId: request.userId,
    type: 'recharge_approved',
    ...stored.notifications.rechargeApproved(amount),
    data: { requestId: String(request.id), amount, transactionId: String(transactionId) },
  });
  await recordAction(tx, admin, origin, {
    action: 'recharge-request.approve',
    subject: { type: 'recharge-request', id: String(request.id), name: request.userName },
    before: { status: request.status, balance: toDinars(credited.balanceBefore) },
    after: { status: approved.status, balance: toDinars(credited.balanceAfter), amount, note: kept },
  });
  await readHandled(services, tx, 'recharge_request', String(request.id));
  publishRequest(services, tx, request);
  return presentRechargeRequest(approved);
}
