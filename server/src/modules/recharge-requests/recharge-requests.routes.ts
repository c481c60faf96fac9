import { rechargeRequests } from '@almas/contract/recharge-requests';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { approveRequest } from './approve-request.ts';
import { cancelRequest } from './cancel-request.ts';
import { createRechargeRequest } from './create-request.ts';
import { rechargeStatement } from './daily-totals.ts';
import { findRechargeRequest, listRechargeRequests, requestHistory } from './list-requests.ts';
import { readProof } from './read-proof.ts';
import { rejectRequest } from './reject-request.ts';
import { sendProof } from './send-proof.ts';

/** Recharge requests of resellers, and the decisions of administrators. */
export function rechargeRequestRoutes(services: Services): ServedGroup {
  return serveRoutes(services, rechargeRequests, {
    list: async ({ actor, wallet, query }) => listRechargeRequests(services.db, { actor, wallet }, query),
    statement: async ({ query }) => rechargeStatement(services.db, query.cursor),
    get: async ({ actor, wallet, params }) => findRechargeRequest(services.db, { actor, wallet }, params.id),
    create: createRechargeRequest,
    approve: approveRequest,
    reject: rejectRequest,
    cancel: cancelRequest,
    sendProof,
    proof: async ({ actor, wallet, params, query, reply }) => {
      const content = await readProof(services.db, { actor, wallet }, { id: params.id, size: query.size });
      return reply
        .type('image/jpeg')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .send(content);
    },
    history: async ({ actor, wallet, params, reads }) => ({
      items: await requestHistory(reads, { actor, wallet }, params.id),
    }),
  });
}
