import { freeFire } from '@almas/contract/free-fire';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { toDinars } from '../../money/amount.ts';
import { postEntry } from '../../money/post-entry.ts';
import { command } from '../../pipeline/command.ts';
import { giveBackToCap } from '../staff/staff-cap.ts';
import { checkSupplier } from './at-supplier.ts';
import {
  freeFireRequestEvents,
  freeFireRequestsStore,
  lockPending,
  presentFreeFireRequest,
} from './requests.store.ts';

/**
 * Refuses a pending request and refunds its amount once, whatever the status of the account. The transaction does not change; the refund
 * is a ledger entry only (AMB-05). The limit of the balance does not apply to refunds (AMB-94).
 */
export const refuseRequest = command(freeFire.refuse, {
  key: { operation: 'free-fire.refuse', input: ({ params, body }) => ({ id: params.id, note: body.note }) },
  run: async ({ tx, actor, params, body: { note } }) => {
    const request = await lockPending(tx, params.id);
    await checkSupplier(tx, request.id);
    const { userId, transactionId } = request;
    const requestId = String(request.id);
    const posted = await postEntry(tx, {
      userId,
      type: 'credit',
      amount: request.amount,
      description: stored.freeFire.refund(requestId),
      source: 'freefire_refund',
      adminId: actor.id,
      transactionId,
      relatedTransactionId: request.id,
    });
    if (!posted) throw fail('USER_NOT_FOUND');
    if (request.staffId) await giveBackToCap(tx, request.staffId, request.amount, request.createdAt);
    // Dated when nothing more is waited for: a drawer that was closed before is not the one that gives it back.
    await freeFireRequestsStore.refuse.run(tx, request.id, actor.id, note);
    const amount = toDinars(request.amount);
    return {
      response: presentFreeFireRequest(await freeFireRequestsStore.byId.one(tx, request.id)),
      effects: {
        audit: {
          action: 'free-fire.refuse',
          subject: { type: 'free-fire-request', id: requestId, name: request.resellerName },
          before: { status: request.status },
          after: { status: 'refused', note, refunded: amount },
        },
        notifications: [
          {
            userId,
            type: 'balance_credited',
            ...stored.notifications.freeFireRefund(request.offerName, request.playerId, note, amount),
            data: { amount, requestId, transactionId: String(transactionId) },
          },
        ],
        resolves: { type: 'free_fire_request', id: requestId },
        events: [[{ user: userId }, { type: 'balance' }], ...freeFireRequestEvents(request)],
      },
    };
  },
});
