import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import type { Actor } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { readHandled } from '../notifications/handled.ts';
import { heldRequest, publishRequest } from './pending-request.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import { recordHistory } from './request-history.ts';
import { presentRechargeRequest } from './request-record.ts';

/**
 * pending to cancelled, by the owner alone.
 * @throws AppError REQUEST_NOT_FOUND, CANCEL_NOT_OWN, CANCEL_NOT_PENDING
 */
export function cancelRequest(services: Services, actor: Actor, requestId: string): Promise<RechargeRequest> {
  return transaction(services.db, async (tx) => {
    const request = await heldRequest(tx, requestId);
    if (request.userId !== actor.id) throw fail('CANCEL_NOT_OWN');
    if (request.status !== 'pending') throw fail('CANCEL_NOT_PENDING');
    const cancelled = await rechargeRequestsStore.cancel.one(tx, request.id);
    const details = stored.rechargeRequest.history.cancelled;
    await recordHistory(tx, request, { action: 'cancelled', details });
    await readHandled(services, tx, 'recharge_request', String(request.id));
    publishRequest(services, tx, request);
    return presentRechargeRequest(cancelled);
  });
}
