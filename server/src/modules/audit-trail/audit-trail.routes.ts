import { auditTrail } from '@almas/contract/audit-trail';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { listActions } from './list-actions.ts';

/** What administrators did, for administrators. */
export const auditTrailRoutes = (): ServedGroup =>
  serveGroup(auditTrail, { list: async ({ query, reads }) => listActions(reads, query) });
