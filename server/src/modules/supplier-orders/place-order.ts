import { supplierOrders } from '@almas/contract/supplier-orders';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { type ConnectionRow, lockConnection } from './connections.store.ts';
import { findOrder, orderEvents, plannedSql, readSpentToday } from './orders.store.ts';
import { insertOrder, newReference } from './restock-offers.ts';

const planned = statement<[connectionId: number], { planned: Centimes }>(
  'supplier-orders.planned',
  `SELECT ${plannedSql('$1')} AS planned`,
);
const offerName = statement<[offerId: string], { name: string; isDraft: boolean }>(
  'supplier-orders.offer-name',
  `SELECT p.name || ' - ' || f.name AS name, p.status = 'draft' AS "isDraft" FROM offers f JOIN products p ON p.id = f.product_id
    WHERE f.id = $1 AND f.deleted_at IS NULL AND p.deleted_at IS NULL`,
);

interface Wanted {
  readonly quantity: number;
  readonly maxCost: Centimes;
  readonly orderedBy: string;
}

/**
 * Plans an order of codes or of a top-up through a locked connection; the worker sends it.
 * @throws AppError SUPPLIER_NOT_FOUND of an archived one, SUPPLIER_PAUSED, SUPPLIER_CAP_REACHED, SUPPLIER_ORDER_OPEN
 */
export async function planWithinCap(
  tx: Queryable,
  { id, paused, dailyCap, isArchived }: ConnectionRow,
  order: Wanted & {
    readonly article: string;
    readonly offerId: string | null;
    readonly requestId: number | null;
  },
): Promise<number> {
  if (isArchived) throw fail('SUPPLIER_NOT_FOUND');
  if (paused) throw fail('SUPPLIER_PAUSED');
  const taken = (await readSpentToday(tx, id)) + (await planned.one(tx, id)).planned;
  if (taken + order.maxCost > dailyCap)
    throw fail('SUPPLIER_CAP_REACHED', { left: toDinars(Math.max(0, dailyCap - taken) as Centimes) });
  const written = await insertOrder.first(tx, {
    ...order,
    connectionId: id,
    reference: newReference(),
    isRestock: false,
  });
  if (!written) throw fail('SUPPLIER_ORDER_OPEN');
  return written.id;
}

/**
 * Plans an order of the codes of an offer.
 * @throws AppError SUPPLIER_ARTICLE_MISSING, OFFER_NOT_FOUND, SIMULATOR_NEEDS_DRAFT, and what planWithinCap throws
 */
export async function planOrder(
  tx: Queryable,
  connection: ConnectionRow,
  { offerId, ...wanted }: Wanted & { readonly offerId: string },
): Promise<{ id: number; name: string }> {
  const { kind, settings } = connection;
  const offer = await offerName.first(tx, offerId);
  if (!offer) throw fail('OFFER_NOT_FOUND');
  const article = settings.articles.find((each) => each.offerId === offerId)?.article;
  if (article === undefined) throw fail('SUPPLIER_ARTICLE_MISSING');
  if (kind === 'simulator' && !offer.isDraft) throw fail('SIMULATOR_NEEDS_DRAFT');
  const id = await planWithinCap(tx, connection, { ...wanted, offerId, requestId: null, article });
  return { id, name: offer.name };
}

export const placeOrder = command(supplierOrders.order, {
  key: {
    operation: 'supplier-orders.order',
    input: ({ body }) => body,
    isUndone: async (tx, { id }) => (await findOrder(tx, parseIdOrZero(id))).status === 'failed',
  },
  run: async ({ tx, actor, body }) => {
    const connection = await lockConnection(tx, parseIdOrZero(body.connectionId));
    const maxCost = toCentimes(body.maxCost);
    const { id, name } = await planOrder(tx, connection, {
      offerId: parseUuidOrNil(body.offerId),
      quantity: body.quantity,
      maxCost,
      orderedBy: actor.id,
    });
    return {
      response: await findOrder(tx, id),
      effects: {
        audit: {
          action: 'supplier-order.create',
          subject: { type: 'supplier_order', id: String(id), name },
          after: { quantity: body.quantity, maxCost: toDinars(maxCost) },
        },
        events: orderEvents,
      },
    };
  },
});
