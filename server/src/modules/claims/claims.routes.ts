import { claims } from '@almas/contract/claims';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { readClaimPicture, sendClaimPicture } from './claim-pictures.ts';
import { createClaims } from './create-claims.ts';
import { decideClaim } from './decide-claim.ts';
import { listClaims } from './list-claims.ts';
import { listSettlements, settleClaims } from './settle-claims.ts';
import { listSupplierClaims } from './supplier-claims.ts';

/** Codes that buyers say did not work, and what became of their claims. */
export const claimRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, claims, {
    create: createClaims,
    list: async ({ actor, wallet, query }) => listClaims(services.db, { actor, wallet }, query),
    decide: decideClaim,
    sendPicture: sendClaimPicture,
    picture: async ({ actor, wallet, params, reply }) => {
      const content = await readClaimPicture(services.db, { actor, wallet }, params.id);
      return reply
        .type('image/jpeg')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .send(content);
    },
    batches: async ({ query }) => listSupplierClaims(services.db, query),
    settle: settleClaims,
    settlements: async ({ query }) => listSettlements(services.db, query),
  });
