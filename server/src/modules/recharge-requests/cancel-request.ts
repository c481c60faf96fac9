import { rechargeRequests } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { command } from '../../pipeline/command.ts';
import { releaseLine } from '../bank/match-line.ts';
import {
  lockRequest,
  presentRechargeRequest,
  rechargeRequestEvents,
  rechargeRequestsStore,
  recordHistory,
} from './recharge-requests.store.ts';

/** Cancels a pending request of the own account. */
export const cancelRequest = command(rechargeRequests.cancel, {
  prepare: ({ wallet, body }) => checkActingId(wallet, body.userId),
  run: async ({ tx, wallet, params }) => {
    await releaseLine(tx, params.id);
    const request = await lockRequest(tx, params.id);
    if (request.userId !== wallet.id) throw fail('CANCEL_NOT_OWN');
    if (request.status !== 'pending') throw fail('CANCEL_NOT_PENDING');
    const cancelled = await rechargeRequestsStore.cancel.one(tx, request.id);
    const details = stored.rechargeRequest.history.cancelled;
    await recordHistory(tx, request, { action: 'cancelled', details });
    return {
      response: presentRechargeRequest(cancelled),
      effects: {
        resolves: { type: 'recharge_request', id: String(request.id) },
        events: rechargeRequestEvents(request),
      },
    };
  },
});
