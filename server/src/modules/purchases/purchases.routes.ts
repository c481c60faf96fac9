import { purchases } from '@almas/contract/purchases';
import { endOfTime, isNumberId, momentBefore, nextCursor } from '../../database/page.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findPurchase, purchaseCodes } from './purchase-codes.ts';
import { presentSummary, purchasesStore } from './purchases.store.ts';

export function purchaseRoutes(services: Services): ServedGroup {
  return serveGroup(purchases, {
    create: async ({ actor, key, body }) => {
      if (body.userId !== undefined && body.userId !== actor.id) throw refuse('FORBIDDEN');
      const { productId, offerId, quantity } = body;
      return purchaseCodes(services, actor, key, { productId, offerId, quantity });
    },
    list: async ({ actor, query }) => {
      const { at, id } = momentBefore(query.cursor, isNumberId, { at: endOfTime, id: 0 });
      const rows = await purchasesStore.ofUser.all(services.db, actor.id, at, id, query.limit + 1);
      return {
        items: rows.slice(0, query.limit).map(presentSummary),
        nextCursor: nextCursor(rows, query.limit, ({ createdAt, id }) => [createdAt, id]),
      };
    },
    get: async ({ actor, params }) => findPurchase(services, actor, numberOrZero(params.id)),
  });
}
