import { prices } from '@almas/contract/prices';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { readPricesOfUser, setLevelOfUser, setPricesOfUser } from './account-prices.ts';
import { listPriceChanges } from './list-changes.ts';
import { serveMyPrices } from './my-prices.ts';
import {
  createLevel,
  listLevels,
  readPricesOfLevel,
  removeLevel,
  setPricesOfLevel,
  updateLevel,
} from './price-levels.ts';
import { applyList, listPriceLists, previewList, undoList } from './price-lists.ts';

/** Prices of levels and resellers, price lists, and the history of all prices. */
export const priceRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, prices, {
    mine: serveMyPrices(services.db),
    levels: async ({ query }) => listLevels(services.db, query),
    createLevel,
    updateLevel,
    removeLevel,
    ofLevel: async ({ params }) => readPricesOfLevel(services.db, params.id),
    setOfLevel: setPricesOfLevel,
    ofUser: async ({ params }) => readPricesOfUser(services.db, params.id),
    setOfUser: setPricesOfUser,
    setLevelOfUser,
    changes: async ({ query }) => listPriceChanges(services.db, query),
    previewList: async ({ body }) => previewList(services.db, body),
    applyList,
    lists: async ({ query }) => listPriceLists(services.db, query),
    undoList,
  });
