import { statistics } from '@almas/contract/statistics';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { readActivity, readToday } from './activity.ts';
import { readFirstSteps } from './first-steps.ts';
import { readSummary } from './summary.ts';

/** Totals and trends for administrators. */
export const statisticsRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, statistics, {
    summary: async ({ actor, reads }) => readSummary(reads, actor),
    firstSteps: async ({ actor }) => readFirstSteps(services.db, actor.id),
    today: async () => readToday(services.db, services.now()),
    activity: async ({ query, reads }) =>
      readActivity({ lists: reads, stock: services.db }, query.days, services.now()),
  });
