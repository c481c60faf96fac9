import { supplierOrders } from '@almas/contract/supplier-orders';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listConnections, listOrders } from './list-orders.ts';
import { placeOrder } from './place-order.ts';
import { rehearse } from './rehearse.ts';
import { resolveOrder } from './resolve-order.ts';
import { listTopUps, orderTopUp } from './top-ups.ts';
import { connectSupplier, updateConnection } from './write-connection.ts';

/** Orders that the server sends to suppliers. */
export const supplierOrderRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, supplierOrders, {
    connections: async ({ query }) => listConnections(services.db, query),
    connect: connectSupplier,
    updateConnection,
    list: async ({ query }) => listOrders(services.db, query),
    order: placeOrder,
    resolve: resolveOrder,
    topUps: async ({ query }) => listTopUps(services.db, query),
    topUp: orderTopUp,
    rehearse,
  });
