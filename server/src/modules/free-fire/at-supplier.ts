import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { type FreeFireRequestRow, freeFireRequestsStore, lockPending } from './requests.store.ts';

const standing = statement<[requestId: number], { isOpen: boolean; isDelivered: boolean }>(
  'free-fire.at-supplier',
  `SELECT coalesce(bool_or(o.status IN ('planned', 'sending', 'accepted', 'unknown')
                           OR EXISTS (SELECT FROM supplier_deliveries d WHERE d.order_id = o.id)), false) AS "isOpen",
          coalesce(bool_or(o.status IN ('delivered', 'partial')), false) AS "isDelivered"
     FROM supplier_orders o WHERE o.free_fire_request_id = $1`,
);

/**
 * A locked request that a supplier may be topping up is not decided; one that was topped up is not refused, nor sent again.
 * @throws AppError REQUEST_AT_SUPPLIER, REQUEST_TOPPED_UP unless it is being validated
 */
export async function checkSupplier(
  db: Queryable,
  requestId: number,
  { validates = false }: { readonly validates?: boolean } = {},
): Promise<void> {
  const { isOpen, isDelivered } = await standing.one(db, requestId);
  if (isOpen) throw fail('REQUEST_AT_SUPPLIER');
  if (isDelivered && !validates) throw fail('REQUEST_TOPPED_UP');
}

/** Locks a pending request that is to be sent. @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED, and what checkSupplier throws */
export async function lockForSupplier(tx: DbTransaction, id: string): Promise<FreeFireRequestRow> {
  const request = await lockPending(tx, id);
  await checkSupplier(tx, request.id);
  return request;
}

/** Locks the request of an order, whatever became of it meanwhile. */
export const lockRequestOfOrder = (tx: DbTransaction, id: number): Promise<FreeFireRequestRow> =>
  freeFireRequestsStore.lock.one(tx, id);
