import { freeFire } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import type { DbTransaction } from '../../database/transaction.ts';
import { completeTransaction } from '../../money/post-entry.ts';
import { type AuditEntry, command, type Effects } from '../../pipeline/command.ts';
import { checkSupplier } from './at-supplier.ts';
import { historyStore } from './history.store.ts';
import {
  type FreeFireRequestRow,
  freeFireRequestEvents,
  freeFireRequestsStore,
  lockPending,
  presentFreeFireRequest,
} from './requests.store.ts';
import { checkOwnProof } from './send-proof.ts';

interface Validation {
  readonly adminId: string;
  readonly imageUrl: string;
  readonly note: string | null;
}

/**
 * Validates a locked pending request with its proof: writes the history record and completes the transaction. The balance does not change,
 * because the request was debited at its creation.
 */
export async function validateLocked(
  tx: DbTransaction,
  request: FreeFireRequestRow,
  { adminId, imageUrl, note }: Validation,
): Promise<Required<Pick<Effects, 'resolves' | 'events'>> & { readonly audit: AuditEntry }> {
  await freeFireRequestsStore.validate.run(tx, { id: request.id, adminId, note, imageUrl });
  await historyStore.recordSuccess.run(tx, request.id, adminId);
  await completeTransaction(tx, {
    transactionId: request.transactionId,
    adminId,
    suffix: stored.freeFire.validatedSuffix,
  });
  return {
    audit: {
      action: 'free-fire.validate',
      subject: { type: 'free-fire-request', id: String(request.id), name: request.resellerName },
      before: { status: request.status },
      after: { status: 'validated', imageUrl, note: note ?? '' },
    },
    resolves: { type: 'free_fire_request', id: String(request.id) },
    events: freeFireRequestEvents(request),
  };
}

/** The proof is an http or https URL (AMB-46), or the uploaded picture (AMB-101). */
export const validateRequest = command(freeFire.validate, {
  key: { operation: 'free-fire.validate', input: ({ params, body }) => ({ id: params.id, ...body }) },
  run: async ({ tx, actor, params, body: { imageUrl, note } }) => {
    const request = await lockPending(tx, params.id);
    await checkSupplier(tx, request.id, { validates: true });
    await checkOwnProof(tx, request.id, imageUrl);
    const effects = await validateLocked(tx, request, { adminId: actor.id, imageUrl, note: note || null });
    return {
      response: presentFreeFireRequest(await freeFireRequestsStore.byId.one(tx, request.id)),
      effects,
    };
  },
});
