import type { FreeFireRequest } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { toDinars } from '../../money/amount.ts';
import { postEntry } from '../../money/post-entry.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { notify } from '../notifications/notify.ts';
import { lockPending, tellProcessed } from './pending-request.ts';
import { type FreeFireRequestRow, presentFreeFireRequest } from './request-record.ts';
import { freeFireRequestsStore } from './requests.store.ts';

/**
 * Refuses a pending request and credits its amount back, once, whatever has become of the account since.
 * The transaction stays as it is and gets no sibling: the refund is in the ledger (AMB-05). The largest balance bounds
 * recharges, never a refund (AMB-94).
 * @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export function refuseRequest(
  services: Services,
  admin: Actor,
  origin: Origin,
  key: string | undefined,
  refusal: { readonly id: string; readonly note: string },
): Promise<FreeFireRequest> {
  const command = { userId: admin.id, key, operation: 'free-fire.refuse', input: refusal };
  return idempotent(services.db, command, async (tx) => {
    const request = await lockPending(tx, refusal.id);
    await freeFireRequestsStore.refuse.run(tx, request.id, admin.id, refusal.note);
    await refund(services, tx, admin, request);
    await recordAction(tx, admin, origin, {
      action: 'free-fire.refuse',
      subject: { type: 'free-fire-request', id: String(request.id), name: request.resellerName },
      before: { status: request.status },
      after: { status: 'refused', note: refusal.note, refunded: toDinars(request.amount) },
    });
    await readHandled(services, tx, 'free_fire_request', String(request.id));
    tellProcessed(services, tx, request);
    return presentFreeFireRequest(await freeFireRequestsStore.byId.one(tx, request.id));
  });
}

async function refund(
  services: Services,
  tx: DbTransaction,
  admin: Actor,
  request: FreeFireRequestRow,
): Promise<void> {
  const { userId, amount, transactionId } = request;
  const requestId = String(request.id);
  const posted = await postEntry(tx, {
    userId,
    type: 'credit',
    amount,
    description: stored.freeFire.refund(requestId),
    source: 'freefire_refund',
    adminId: admin.id,
    transactionId,
    relatedTransactionId: request.id,
  });
  if (!posted) throw fail('USER_NOT_FOUND');
  await notify(services, tx, {
    userId,
    type: 'balance_credited',
    ...stored.notifications.freeFireRefund(request.offerName, toDinars(amount)),
    data: { amount: toDinars(amount), requestId, transactionId: String(transactionId) },
  });
  const balance = toDinars(posted.balanceAfter);
  tx.afterCommit(() => services.live.publish({ user: userId }, { type: 'balance', balance }));
}
