import { stock } from '@almas/contract/stock';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listCover, listSales, readCoverDays } from './cover.ts';
import { setThreshold } from './set-threshold.ts';

/** How long the codes of the offers last. */
export const stockRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, stock, {
    cover: async ({ query }) => listCover(services.db, query),
    sales: async () => listSales(services.db),
    days: async ({ params }) => readCoverDays(services.db, params.offerId),
    setThreshold,
  });
