import type { SupplierOrder, SupplierOrderStatus } from '@almas/contract/supplier-orders';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName, dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/command.ts';

interface SupplierOrderRow
  extends Omit<
    SupplierOrder,
    'id' | 'connectionId' | 'supplierId' | 'topUp' | 'maxCost' | 'cost' | 'batchId' | 'needsPerson'
  > {
  readonly id: number;
  readonly connectionId: number;
  readonly supplierId: number;
  readonly kind: string;
  readonly requestId: number | null;
  readonly playerId: string | null;
  readonly resellerName: string | null;
  readonly maxCost: Centimes;
  readonly cost: Centimes | null;
  readonly batchId: number | null;
}

/** SQL: orders `o` as lists show them, in the order of `rest`. */
export const selectOrders = (rest: string): string => `
  SELECT o.id, o.connection_id AS "connectionId", c.kind, c.supplier_id AS "supplierId", s.name AS "supplierName",
         o.offer_id AS "offerId", coalesce(p.name, 'Free Fire') AS "productName", coalesce(f.name, r.offer_name) AS "offerName",
         o.free_fire_request_id AS "requestId", r.player_id AS "playerId", r.reseller_name AS "resellerName", o.reference, o.number, o.quantity,
         o.max_cost AS "maxCost", o.cost, o.delivered, o.status, o.evidence, o.batch_id AS "batchId",
         o.reversed_at AS "reversedAt", o.is_restock AS "isRestock", ${accountName('o.ordered_by')} AS "orderedByName",
         o.sent_at AS "sentAt", o.next_check_at AS "nextCheckAt", o.status_at AS "statusAt", o.created_at AS "createdAt"
    FROM supplier_orders o JOIN supplier_connections c ON c.id = o.connection_id JOIN suppliers s ON s.id = c.supplier_id
    LEFT JOIN offers f ON f.id = o.offer_id LEFT JOIN products p ON p.id = f.product_id
    LEFT JOIN free_fire_requests r ON r.id = o.free_fire_request_id ${rest}`;

const byId = statement<[id: number], SupplierOrderRow>(
  'supplier-orders.by-id',
  selectOrders('WHERE o.id = $1'),
);

export const presentOrder = ({
  id,
  connectionId,
  supplierId,
  kind: _kind,
  requestId,
  playerId,
  resellerName,
  maxCost,
  cost,
  batchId,
  ...row
}: SupplierOrderRow): SupplierOrder => ({
  ...row,
  id: String(id),
  connectionId: String(connectionId),
  supplierId: String(supplierId),
  topUp:
    requestId === null
      ? null
      : { requestId: String(requestId), playerId: playerId ?? '', resellerName: resellerName ?? '' },
  maxCost: toDinars(maxCost),
  cost: cost === null ? null : toDinars(cost),
  batchId: batchId === null ? null : String(batchId),
  needsPerson: row.status === 'unknown' && row.nextCheckAt === null,
});
export type { SupplierOrderRow };

/** @throws AppError SUPPLIER_ORDER_NOT_FOUND */
export async function findOrder(db: Queryable, id: number): Promise<SupplierOrder> {
  const row = await byId.first(db, id);
  if (!row) throw fail('SUPPLIER_ORDER_NOT_FOUND');
  return presentOrder(row);
}

/** What became of an order, and what is known of it; what is left out stays as it was. */
export interface OrderEntry {
  readonly orderId: number;
  readonly status: SupplierOrderStatus;
  readonly cost?: number;
  readonly delivered?: number;
  readonly batchId?: number | null;
  readonly number?: string | undefined;
  readonly evidence?: string;
  readonly reversed?: boolean;
  /** The administrator who decided. */
  readonly author?: string;
}

const insertEntry = statement<
  {
    orderId: number;
    status: SupplierOrderStatus;
    cost: number | null;
    delivered: number | null;
    batchId: number | null;
    number: string;
    evidence: string;
    reversed: boolean;
    author: string | null;
  },
  { before: SupplierOrderStatus }
>(
  'supplier-orders.insert-entry',
  `INSERT INTO supplier_order_entries (order_id, status_before, status, cost, delivered, batch_id, number, evidence, reversed, author)
   VALUES (:order_id, '', :status, :cost, :delivered, :batch_id, :number, :evidence, :reversed, :author)
   RETURNING status_before AS before`,
);

/** What a supplier says, without what the database or a screen does not take. */
export const plainWords = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ').trim();

/**
 * Writes an entry of the book, and with it the status of its order.
 * @returns the status before; undefined when the entry does not follow from it: nothing is written then
 */
export async function writeEntry(
  tx: Queryable,
  {
    orderId,
    status,
    cost,
    delivered,
    batchId,
    number = '',
    evidence = '',
    reversed = false,
    author,
  }: OrderEntry,
): Promise<SupplierOrderStatus | undefined> {
  const written = await insertEntry.first(tx, {
    orderId,
    status,
    cost: cost ?? null,
    delivered: delivered ?? null,
    batchId: batchId ?? null,
    number: plainWords(number).slice(0, 120),
    evidence: plainWords(evidence).slice(0, 500),
    reversed,
    author: author ?? null,
  });
  return written?.before;
}

const setCheck = statement<[id: number, seconds: number | null]>(
  'supplier-orders.set-check',
  `UPDATE supplier_orders SET next_check_at = clock_timestamp() + $2::float8 * interval '1 second' WHERE id = $1`,
);

/** When the worker looks at an order again; null: never. */
export const checkAfter = async (db: Queryable, id: number, seconds: number | null): Promise<void> => {
  await setCheck.run(db, id, seconds);
};

/** SQL: what was taken of a connection today, with the most that orders under way may cost. Of the orders of 25 hours, by their index. */
export const spentTodaySql = (connection: string): string => `
  (SELECT coalesce(sum(CASE WHEN o.status IN ('sending', 'accepted', 'unknown') THEN o.max_cost ELSE coalesce(o.cost, 0) END), 0)::bigint
     FROM supplier_orders o WHERE o.connection_id = ${connection} AND o.sent_at > statement_timestamp() - interval '25 hours'
      AND ${dayOf('o.sent_at')} = ${dayOf('statement_timestamp()')})`;
/** SQL: what planned orders of a connection may cost at most. */
export const plannedSql = (connection: string): string =>
  `(SELECT coalesce(sum(o.max_cost), 0)::bigint FROM supplier_orders o WHERE o.connection_id = ${connection} AND o.status = 'planned')`;

const spentToday = statement<[connectionId: number], { spent: Centimes }>(
  'supplier-orders.spent-today',
  `SELECT ${spentTodaySql('$1')} AS spent`,
);

/** What was taken today, with the most that orders under way may cost. The connection is locked. */
export const readSpentToday = async (tx: Queryable, connectionId: number): Promise<Centimes> =>
  (await spentToday.one(tx, connectionId)).spent;

/** An order changed: the screens of administrators read again. */
export const orderEvents: LiveEffect[] = [[{ role: 'admin' }, { type: 'requests' }]];
