import { purchases } from '@almas/contract/purchases';
import { checkActingId } from '../../http/access.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { listPurchases } from './list-purchases.ts';
import { purchaseCodes } from './purchase-codes.ts';
import { readPurchase, revealCodes } from './read-purchase.ts';

export function purchaseRoutes(services: Services): ServedGroup {
  return serveGroup(purchases, {
    create: async ({ session, key, body }) => {
      if (body.userId !== undefined) checkActingId(await session.caller(), body.userId);
      const { userId: _, ...order } = body;
      return purchaseCodes(services, session, key, order);
    },
    list: async ({ actor, query, reads }) => listPurchases(reads, actor, query),
    get: async ({ actor, params }) => readPurchase(services, actor, numberOrZero(params.id)),
    reveal: async ({ actor, origin, params }) =>
      revealCodes(services, actor, origin, numberOrZero(params.id)),
  });
}
