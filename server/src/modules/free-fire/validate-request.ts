import { freeFire } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import { completeTransaction } from '../../money/post-entry.ts';
import { command } from '../../pipeline/command.ts';
import { historyStore } from './history.store.ts';
import {
  freeFireRequestEvents,
  freeFireRequestsStore,
  lockPending,
  presentFreeFireRequest,
} from './requests.store.ts';
import { checkOwnProof } from './send-proof.ts';

/**
 * Validates a pending request with its proof (an http or https URL: AMB-46, or the uploaded picture: AMB-101): writes the history record and completes the transaction. The
 * balance does not change, because the request was debited at its creation.
 * @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED, PROOF_REQUIRED
 */
export const validateRequest = command(freeFire.validate, {
  key: { operation: 'free-fire.validate', input: ({ params, body }) => ({ id: params.id, ...body }) },
  run: async ({ tx, actor, params, body: { imageUrl, note } }) => {
    const request = await lockPending(tx, params.id);
    await checkOwnProof(tx, request.id, imageUrl);
    await freeFireRequestsStore.validate.run(tx, {
      id: request.id,
      adminId: actor.id,
      note: note || null,
      imageUrl,
    });
    await historyStore.recordSuccess.run(tx, request.id, actor.id);
    await completeTransaction(tx, {
      transactionId: request.transactionId,
      adminId: actor.id,
      suffix: stored.freeFire.validatedSuffix,
    });
    return {
      response: presentFreeFireRequest(await freeFireRequestsStore.byId.one(tx, request.id)),
      effects: {
        audit: {
          action: 'free-fire.validate',
          subject: { type: 'free-fire-request', id: String(request.id), name: request.resellerName },
          before: { status: request.status },
          after: { status: 'validated', imageUrl, note },
        },
        resolves: { type: 'free_fire_request', id: String(request.id) },
        events: freeFireRequestEvents(request),
      },
    };
  },
});
