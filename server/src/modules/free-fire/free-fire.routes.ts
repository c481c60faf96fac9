import { freeFire } from '@almas/contract/free-fire';
import { fail } from '../../app-error.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { configureService } from './configure-service.ts';
import { createFreeFireRequest } from './create-request.ts';
import { listHistory } from './list-history.ts';
import { listOffers, presentOffer } from './list-offers.ts';
import { findFreeFireRequest, listFreeFireRequests } from './list-requests.ts';
import { readStats } from './read-stats.ts';
import { refuseRequest } from './refuse-request.ts';
import { alertingConfigErrors, presentService, readServiceConfig } from './service-config.ts';
import { updateOffer } from './update-offer.ts';
import { validateRequest } from './validate-request.ts';

/** Direct Free Fire top-ups: service, offers, requests and what became of them. */
export function freeFireRoutes(services: Services): ServedGroup {
  const { db, now } = services;
  return serveGroup(freeFire, {
    service: async () =>
      alertingConfigErrors(services, async () => presentService(await readServiceConfig(db), now())),
    configure: async ({ actor, origin, body }) =>
      alertingConfigErrors(services, async () =>
        presentService(await configureService(services, actor, origin, body), now()),
      ),
    offers: async () => ({ items: await listOffers(services), nextCursor: null }),
    updateOffer: async ({ actor, origin, params, body }) =>
      presentOffer(await updateOffer(services, actor, origin, params.id, body)),
    requests: async ({ actor, query, reads }) => listFreeFireRequests(reads, actor, query),
    request: async ({ actor, params }) => findFreeFireRequest(db, actor, params.id),
    createRequest: async ({ actor, key, body }) => {
      if (body.userId !== undefined && body.userId !== actor.id) throw fail('FORBIDDEN');
      const { offerId, amount, freeFireId: playerId } = body;
      return createFreeFireRequest(services, actor, key, { playerId, offerId, amount });
    },
    validate: async ({ actor, origin, key, params, body }) =>
      validateRequest(services, actor, origin, key, { id: params.id, ...body }),
    refuse: async ({ actor, origin, key, params, body }) =>
      refuseRequest(services, actor, origin, key, { id: params.id, note: body.note }),
    history: async ({ actor, query, reads }) => listHistory(reads, actor, query),
    stats: async ({ reads }) => readStats(reads, now()),
  });
}
