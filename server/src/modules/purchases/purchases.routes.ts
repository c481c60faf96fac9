import { purchases } from '@almas/contract/purchases';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { listPurchases } from './list-purchases.ts';
import { findPurchase, purchaseCodes } from './purchase-codes.ts';

export function purchaseRoutes(services: Services): ServedGroup {
  return serveGroup(purchases, {
    create: async ({ actor, key, body }) => {
      if (body.userId !== undefined && body.userId !== actor.id) throw refuse('FORBIDDEN');
      const { productId, offerId, quantity } = body;
      return purchaseCodes(services, actor, key, { productId, offerId, quantity });
    },
    list: async ({ actor, query }) => listPurchases(services.db, actor, query),
    get: async ({ actor, params }) => findPurchase(services, actor, numberOrZero(params.id)),
  });
}
