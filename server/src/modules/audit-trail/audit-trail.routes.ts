import { auditTrail } from '@almas/contract/audit-trail';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listActions } from './list-actions.ts';

/** The audit trail, for administrators. */
export const auditTrailRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, auditTrail, { list: async ({ query, reads }) => listActions(reads, query) });
