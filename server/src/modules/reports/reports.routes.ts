import { reports } from '@almas/contract/reports';
import { isOn } from '../../feature-switches.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listMargins } from './margins.ts';
import { readMyDay } from './my-day.ts';
import { readOwnerView } from './owner.ts';
import { readDay } from './read-day.ts';
import { readStockValue } from './stock-value.ts';

/** Margins, days, the view of the owner, and a reseller's own day. */
export const reportRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, reports, {
    margins: async ({ query }) => listMargins(services.db, query),
    day: async ({ params }) => readDay(services.db, params.date),
    stockValue: async ({ query }) => readStockValue(services.db, query),
    owner: async ({ query }) => readOwnerView(services.db, query, await isOn(services, 'credit')),
    myDay: async ({ wallet }) => readMyDay(services.db, wallet),
  });
