import { auditTrail } from '@almas/contract/audit-trail';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { listActions } from './list-actions.ts';

/** What administrators did, for administrators. */
export const auditTrailRoutes = (services: Services): ServedGroup =>
  serveGroup(auditTrail, { list: async ({ query }) => listActions(services.db, query) });
