import { freeFire } from '@almas/contract/free-fire';
import { playerLookupLimits } from '@almas/contract/limits';
import type { ServedGroup } from '../../http/serve.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { configureService } from './configure-service.ts';
import { createFreeFireRequest } from './create-request.ts';
import { findRepeat, listCustomers, removeCustomer, renameCustomer } from './customers.ts';
import { listHistory } from './list-history.ts';
import { listOffers } from './list-offers.ts';
import { findFreeFireRequest, listFreeFireRequests } from './list-requests.ts';
import { boundedLookup } from './player-lookup.ts';
import { readStats } from './read-stats.ts';
import { refuseRequest } from './refuse-request.ts';
import { readFreeFireProof, sendFreeFireProof } from './send-proof.ts';
import { presentService, raiseConfigError, readServiceConfig } from './service-config.ts';
import { updateFreeFireOffer } from './update-offer.ts';
import { validateRequest } from './validate-request.ts';

const rate = { attempts: playerLookupLimits.perHour, windowSeconds: 3_600 };

/** Direct Free Fire top-ups: service, offers, requests, history, customers. */
export function freeFireRoutes(services: Services): ServedGroup {
  const { db, now, playerLookup } = services;
  const findPlayer = playerLookup && boundedLookup(playerLookup, now);
  return serveRoutes(services, freeFire, {
    service: async () => {
      try {
        return presentService(await readServiceConfig(db), services);
      } catch (error) {
        raiseConfigError(services, error);
        throw error;
      }
    },
    configure: configureService,
    offers: async () => ({ items: await listOffers(services), nextCursor: null }),
    updateOffer: updateFreeFireOffer,
    requests: async ({ actor, wallet, query, reads }) =>
      listFreeFireRequests(reads, { actor, wallet }, query),
    request: async ({ actor, wallet, params }) => findFreeFireRequest(db, { actor, wallet }, params.id),
    createRequest: createFreeFireRequest,
    repeat: async ({ wallet, query }) => findRepeat(db, wallet, query),
    player: async ({ wallet, query }) =>
      findPlayer
        ? findPlayer(
            query.freeFireId,
            async () => (await attempt(db, 'player_lookup', wallet.id, rate)) === undefined,
          )
        : { result: 'unavailable', name: '' },
    customers: async ({ wallet, query }) => listCustomers(db, wallet, query),
    renameCustomer,
    removeCustomer,
    sendProof: sendFreeFireProof,
    proof: async ({ actor, wallet, params, reply }) =>
      reply
        .type('image/jpeg')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .send(await readFreeFireProof(db, { actor, wallet }, params.id)),
    validate: validateRequest,
    refuse: refuseRequest,
    history: async ({ actor, wallet, query, reads }) => listHistory(reads, { actor, wallet }, query),
    stats: async ({ reads }) => readStats(reads, now()),
  });
}
