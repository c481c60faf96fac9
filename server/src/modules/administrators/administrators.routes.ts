import { administrators } from '@almas/contract/administrators';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { administratorsDay } from './administrators-day.ts';
import { listAdministrators } from './list-administrators.ts';
import { setScopes } from './set-scopes.ts';

/** Who of the administrators may do what, and what each did, for the owner. */
export const administratorRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, administrators, {
    list: ({ query }) => listAdministrators(services.db, query),
    setScopes,
    day: async ({ params }) => ({ items: await administratorsDay(services.db, params.date) }),
  });
