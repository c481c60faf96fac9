import { apiKeys, resellerApi } from '@almas/contract/reseller-api';
import { fail } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { toDinars } from '../../money/amount.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { createOrder } from './create-order.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { offersReader } from './read-catalogue.ts';
import { findApiOrder, listApiOrders } from './read-orders.ts';
import { findTestOrder, listTestOrders, sandboxBalance, sandboxCatalogue } from './sandbox.ts';

/** The API keys of an account, on its settings. */
export const apiKeyRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, apiKeys, {
    create: createKey,
    list: async ({ wallet, query }) => listKeys(services.db, wallet.id, query),
    revoke: revokeKey,
  });

/** What a reseller's own programs call with a key. */
export function resellerApiRoutes(services: Services): ServedGroup {
  const readOffers = offersReader(services.db);
  return serveRoutes(services, resellerApi, {
    catalogue: async ({ identity, wallet }) => ({
      items: identity.key?.isTest ? sandboxCatalogue() : await readOffers(wallet.id),
    }),
    balance: async ({ identity, actor }) => ({
      balance: identity.key?.isTest ? sandboxBalance : toDinars(actor.balance),
      currency: 'DZD',
    }),
    createOrder,
    orderByReference: async ({ identity, actor, wallet, params: { reference } }) => {
      const order = identity.key?.isTest
        ? await findTestOrder(services.db, wallet.id, reference)
        : (await findApiOrder(services, { actor, wallet }, reference))?.order;
      if (!order) throw fail('ORDER_NOT_FOUND');
      return order;
    },
    orders: async ({ identity, wallet, query }) =>
      identity.key?.isTest
        ? listTestOrders(services.db, wallet.id, query)
        : listApiOrders(services.db, wallet.id, query),
  });
}
