import type { Output, Parsed } from '@almas/contract/route';
import type { supplierOrders } from '@almas/contract/supplier-orders';
import { decodeCursorNumber, nextCursor, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { composed } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { showConnections } from './connections.store.ts';
import { presentOrder, type SupplierOrderRow, selectOrders } from './orders.store.ts';

type Query = Parsed<typeof supplierOrders.list>['query'];

const statuses: Readonly<Record<Query['status'], string>> = {
  all: 'true',
  open: `o.status IN ('planned', 'sending', 'accepted')`,
  planned: `o.status = 'planned'`,
  sending: `o.status = 'sending'`,
  accepted: `o.status = 'accepted'`,
  delivered: `o.status IN ('delivered', 'partial')`,
  partial: `o.status = 'partial'`,
  failed: `o.status = 'failed'`,
  unknown: `o.status = 'unknown'`,
};

/** Orders, the newest first. */
export async function listOrders(
  db: Queryable,
  { status, connectionId, offerId, limit, cursor }: Query,
): Promise<Output<typeof supplierOrders.list>> {
  const where = [
    statuses[status],
    ...(connectionId === undefined ? [] : ['o.connection_id = :connection_id::bigint']),
    ...(offerId === undefined ? [] : ['o.offer_id = :offer_id::uuid']),
    'o.id < :before::bigint',
  ];
  const page = composed<SupplierOrderRow>(
    selectOrders(`WHERE ${where.join(' AND ')} ORDER BY o.id DESC LIMIT :limit::int`),
  );
  const rows = await page.all(db, {
    ...(connectionId !== undefined && { connectionId: parseIdOrZero(connectionId) }),
    ...(offerId !== undefined && { offerId: parseUuidOrNil(offerId) }),
    before: decodeCursorNumber(cursor),
    limit: limit + 1,
  });
  return presentPage(rows, limit, presentOrder, ({ id }) => [id]);
}

/** Connections, the newest first. */
export async function listConnections(
  db: Queryable,
  { limit, cursor }: Parsed<typeof supplierOrders.connections>['query'],
): Promise<Output<typeof supplierOrders.connections>> {
  const rows = await showConnections(db, decodeCursorNumber(cursor), limit + 1);
  return { items: rows.slice(0, limit), nextCursor: nextCursor(rows, limit, ({ id }) => [Number(id)]) };
}
