import { rechargeRequests } from '@almas/contract/recharge-requests';
import { checkActingId } from '../../http/access.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { approveRequest } from './approve-request.ts';
import { cancelRequest } from './cancel-request.ts';
import { createRechargeRequest } from './create-request.ts';
import { findRechargeRequest, listRechargeRequests, requestHistory } from './list-requests.ts';
import { readProof } from './read-proof.ts';
import { rejectRequest } from './reject-request.ts';
import { sendProof } from './send-proof.ts';

/** Recharge requests: a reseller asks, an administrator decides. */
export function rechargeRequestRoutes(services: Services): ServedGroup {
  return serveGroup(rechargeRequests, {
    list: async ({ actor, query }) => listRechargeRequests(services.db, actor, query),
    get: async ({ actor, params }) => findRechargeRequest(services.db, actor, params.id),
    create: async ({ actor, key, body }) => createRechargeRequest(services, actor, key, body),
    approve: async ({ actor, origin, key, params, body }) => {
      checkActingId(actor, body.adminId);
      return approveRequest(services, actor, origin, key, { requestId: params.id, note: body.note });
    },
    reject: async ({ actor, origin, params, body }) => {
      checkActingId(actor, body.adminId);
      return rejectRequest(services, actor, origin, { requestId: params.id, reason: body.reason });
    },
    cancel: async ({ actor, params, body }) => {
      checkActingId(actor, body.userId);
      return cancelRequest(services, actor, params.id);
    },
    sendProof: async ({ actor, params, request }) => sendProof(services, actor, params.id, request.body),
    proof: async ({ actor, params, reply }) => {
      const content = await readProof(services.db, actor, params.id);
      return reply
        .type('image/jpeg')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .send(content);
    },
    history: async ({ actor, params, reads }) => ({
      items: await requestHistory(reads, actor, params.id),
    }),
  });
}
