import { webhooks } from '@almas/contract/webhooks';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  retryDelivery,
  testWebhook,
} from './change-webhooks.ts';

/** Addresses of a reseller's own program that get events, on the settings of the account. */
export const webhookRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, webhooks, {
    create: createWebhook,
    list: async ({ wallet, query }) => listWebhooks(services.db, wallet.id, query),
    change: changeWebhook,
    remove: removeWebhook,
    deliveries: async ({ wallet, params, query }) => listDeliveries(services.db, wallet.id, params.id, query),
    retry: retryDelivery,
    test: testWebhook,
  });
