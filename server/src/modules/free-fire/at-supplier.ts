import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

const standing = statement<[requestId: number], { isOpen: boolean; isDelivered: boolean }>(
  'free-fire.at-supplier',
  `SELECT coalesce(bool_or(o.status IN ('planned', 'sending', 'accepted', 'unknown')
                           OR EXISTS (SELECT FROM supplier_deliveries d WHERE d.order_id = o.id)), false) AS "isOpen",
          coalesce(bool_or(o.status IN ('delivered', 'partial')), false) AS "isDelivered"
     FROM supplier_orders o WHERE o.free_fire_request_id = $1`,
);

/**
 * While a supplier may be topping up a locked request, nobody decides it; one that was topped up is not refused, nor sent again.
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
