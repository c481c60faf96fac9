import type { Output, Parsed } from '@almas/contract/route';
import { supplierOrders } from '@almas/contract/supplier-orders';
import { fail } from '../../app-error.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { lockForSupplier } from '../free-fire/at-supplier.ts';
import { lockConnection, type StoredTopUp } from './connections.store.ts';
import { findOrder, orderEvents, presentOrder, type SupplierOrderRow, selectOrders } from './orders.store.ts';
import { planWithinCap } from './place-order.ts';

/**
 * Sends a pending Free Fire request to a supplier, at most at the price that the owner set for its offer. The request is not decided
 * until the supplier has answered.
 */
export const orderTopUp = command(supplierOrders.topUp, {
  key: { operation: 'supplier-orders.top-up', input: ({ body }) => body },
  run: async ({ tx, actor, body }) => {
    const request = await lockForSupplier(tx, body.requestId);
    const connection = await lockConnection(tx, parseIdOrZero(body.connectionId));
    const topUp = connection.settings.topUps.find(({ offerId }) => offerId === request.offer.id);
    if (!topUp) throw fail('SUPPLIER_ARTICLE_MISSING');
    const { article, maxCost } = topUp;
    if (body.expectedMaxCost !== undefined && toCentimes(body.expectedMaxCost) !== maxCost)
      throw fail('SUPPLIER_COST_CHANGED', { maxCost: toDinars(maxCost) });
    const id = await planWithinCap(tx, connection, {
      offerId: null,
      requestId: request.id,
      article,
      quantity: 1,
      maxCost,
      orderedBy: actor.id,
    });
    return {
      response: await findOrder(tx, id),
      effects: {
        audit: {
          action: 'supplier-order.top-up',
          subject: { type: 'supplier_order', id: String(id), name: request.offerName },
          after: {
            requestId: String(request.id),
            playerId: request.playerId,
            supplier: connection.supplierName,
            maxCost: toDinars(maxCost),
          },
        },
        events: orderEvents,
      },
    };
  },
});

/** Newest first. */
const page = statement<[before: number, limit: number], SupplierOrderRow>(
  'supplier-orders.top-ups',
  selectOrders(`WHERE r.status = 'pending' AND o.id < $1 ORDER BY o.id DESC LIMIT $2::int`),
);
const suppliers = statement<
  [],
  { connectionId: number; supplierName: string; paused: boolean; topUps: readonly StoredTopUp[] }
>(
  'supplier-connections.topping-up',
  `SELECT c.id AS "connectionId", s.name AS "supplierName", c.paused, c.settings -> 'topUps' AS "topUps"
     FROM supplier_connections c JOIN suppliers s ON s.id = c.supplier_id
    WHERE jsonb_array_length(c.settings -> 'topUps') > 0 AND s.archived_at IS NULL ORDER BY s.name, c.id LIMIT 50`,
);

/** The orders of requests that are pending, and who could top up which offers. */
export async function listTopUps(
  db: Queryable,
  query: Parsed<typeof supplierOrders.topUps>['query'],
): Promise<Output<typeof supplierOrders.topUps>> {
  return {
    ...(await pageByNumber(query, (before, rows) => page.all(db, before, rows), presentOrder)),
    suppliers: (await suppliers.all(db)).map(({ topUps, connectionId, ...supplier }) => ({
      ...supplier,
      connectionId: String(connectionId),
      offers: topUps.map(({ offerId, maxCost }) => ({ offerId, maxCost: toDinars(maxCost as Centimes) })),
    })),
  };
}
