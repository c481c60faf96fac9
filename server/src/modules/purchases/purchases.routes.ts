import { purchases } from '@almas/contract/purchases';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { totalOfToday } from './day-total.ts';
import { discloseCodes, listDisclosures, revealCodes } from './disclosures.ts';
import { findPurchases } from './find-purchases.ts';
import { listPurchases } from './list-purchases.ts';
import { pinOffer } from './pin-offer.ts';
import { purchaseCodes } from './purchase-codes.ts';
import { listQuickSales } from './quick-sales.ts';
import { readPurchase } from './read-purchase.ts';

export function purchaseRoutes(services: Services): ServedGroup {
  return serveRoutes(services, purchases, {
    create: purchaseCodes,
    list: async ({ actor, wallet, query, reads }) => listPurchases(reads, { actor, wallet }, query),
    find: findPurchases,
    quickSales: async ({ wallet }) => ({ items: await listQuickSales(services.db, wallet.id) }),
    pin: pinOffer,
    today: async ({ wallet }) => totalOfToday(services.db, wallet.id),
    get: async ({ actor, wallet, params }) =>
      readPurchase(services, { actor, wallet }, parseIdOrZero(params.id)),
    disclose: discloseCodes,
    disclosures: async ({ actor, wallet, params, query }) =>
      listDisclosures(services.db, { actor, wallet }, parseIdOrZero(params.id), query),
    reveal: revealCodes,
  });
}
