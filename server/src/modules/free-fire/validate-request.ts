import type { FreeFireRequest } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import type { Actor, Origin } from '../../actor.ts';
import { idempotent } from '../../idempotency/idempotent.ts';
import { completeTransaction } from '../../money/complete-transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { readHandled } from '../notifications/handled.ts';
import { historyStore } from './history.store.ts';
import { lockPending, tellProcessed } from './pending-request.ts';
import { presentFreeFireRequest } from './request-record.ts';
import { freeFireRequestsStore } from './requests.store.ts';

export interface Validation {
  readonly id: string;
  /** The proof: http or https only (AMB-46). */
  readonly imageUrl: string;
  /** '' when there is none. */
  readonly note: string;
}

/**
 * Validates a pending request with its proof: history record, completed transaction, proof and time. The
 * balance does not move, the debit was made at creation. @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export function validateRequest(
  services: Services,
  admin: Actor,
  origin: Origin,
  key: string | undefined,
  validation: Validation,
): Promise<FreeFireRequest> {
  const command = { userId: admin.id, key, operation: 'free-fire.validate', input: validation };
  return idempotent(services.db, command, async (tx) => {
    const { id, imageUrl, note } = validation;
    const request = await lockPending(tx, id);
    await freeFireRequestsStore.validate.run(tx, request.id, admin.id, note || null, imageUrl);
    await historyStore.recordSuccess.run(tx, request.id, admin.id);
    await completeTransaction(tx, {
      transactionId: request.transactionId,
      adminId: admin.id,
      suffix: stored.freeFire.validatedSuffix,
    });
    await recordAction(tx, admin, origin, {
      action: 'free-fire.validate',
      subject: { type: 'free-fire-request', id: String(request.id), name: request.resellerName },
      before: { status: request.status },
      after: { status: 'validated', imageUrl, note },
    });
    await readHandled(services, tx, 'free_fire_request', String(request.id));
    tellProcessed(services, tx, request);
    return presentFreeFireRequest(await freeFireRequestsStore.byId.one(tx, request.id));
  });
}
