import { outcomes } from '@almas/contract/outcomes';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { checkKey } from '../../idempotency/idempotent.ts';
import type { Services } from '../../services.ts';
import { settle } from './settle.ts';

export const outcomeRoutes = (services: Services): ServedGroup =>
  serveGroup(outcomes, {
    settle: async ({ actor, params }) => settle(services, actor.id, checkKey(params.key) ?? ''),
  });
