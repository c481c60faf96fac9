import { purchases } from '@almas/contract/purchases';
import type { ServedGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { discloseCodes, listDisclosures, revealCodes } from './disclosures.ts';
import { findPurchases } from './find-purchases.ts';
import { listPurchases } from './list-purchases.ts';
import { purchaseCodes } from './purchase-codes.ts';
import { listQuickSales } from './quick-sales.ts';
import { readPurchase } from './read-purchase.ts';

export function purchaseRoutes(services: Services): ServedGroup {
  return serveRoutes(services, purchases, {
    create: purchaseCodes,
    list: async ({ actor, query, reads }) => listPurchases(reads, actor, query),
    find: findPurchases,
    quickSales: async ({ actor }) => ({ items: await listQuickSales(services.db, actor.id) }),
    get: async ({ actor, params }) => readPurchase(services, actor, numberOrZero(params.id)),
    disclose: discloseCodes,
    disclosures: async ({ actor, params, query }) =>
      listDisclosures(services.db, actor, numberOrZero(params.id), query),
    reveal: revealCodes,
  });
}
