import { outcomes } from '@almas/contract/outcomes';
import { checkActingId } from '../../http/access.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { checkKey } from '../../idempotency/idempotent.ts';
import type { Services } from '../../services.ts';
import { settle } from './settle.ts';

export const outcomeRoutes = (services: Services): ServedGroup =>
  serveGroup(outcomes, {
    settle: async ({ actor, params, body }) => {
      checkActingId(actor, body.userId);
      return settle(services, actor.id, checkKey(params.key) ?? '');
    },
  });
