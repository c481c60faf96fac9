import { check } from '../check.ts';

/* Orders to suppliers. */

/** Each entry of an order begins where the one before ended, the first one at `planned`; the order is where its last one ended. */
export const supplierOrderChain = check(
  'supplierOrderChain',
  `SELECT o.id AS subject, 1 AS expected, 0 AS found
     FROM supplier_orders o
     LEFT JOIN (SELECT e.order_id, bool_or(e.status_before <> e.former) AS broken, (array_agg(e.status ORDER BY e.id DESC))[1] AS last,
                       (array_agg(e.cost ORDER BY e.id DESC) FILTER (WHERE e.cost IS NOT NULL))[1] AS cost
                  FROM (SELECT id, order_id, status_before, status, cost,
                               lag(status, 1, 'planned') OVER (PARTITION BY order_id ORDER BY id) AS former
                          FROM supplier_order_entries) e
                 GROUP BY e.order_id) e ON e.order_id = o.id
    WHERE coalesce(e.last, 'planned') <> o.status OR e.cost IS DISTINCT FROM o.cost OR e.broken`,
);

/** No order was sent twice. */
export const supplierSentTwice = check(
  'supplierSentTwice',
  `SELECT order_id AS subject, 1 AS expected, count(*) AS found
     FROM supplier_order_entries WHERE status = 'sending' GROUP BY order_id HAVING count(*) > 1`,
);

/**
 * What was delivered is the batch of the order, in its offer or, if that was deleted, or published and the supplier is the simulated one,
 * in the draft in its place; the batch of an order that was taken back is recalled.
 */
export const supplierDelivered = check(
  'supplierDelivered',
  `SELECT o.id AS subject, o.delivered AS expected, coalesce(b.codes, 0) AS found
     FROM supplier_orders o JOIN offers f ON f.id = o.offer_id JOIN supplier_connections c ON c.id = o.connection_id
     LEFT JOIN code_batches b ON b.id = o.batch_id AND (b.offer_id = o.offer_id OR f.deleted_at IS NOT NULL OR c.kind = 'simulator')
    WHERE coalesce(b.codes, 0) <> o.delivered OR (o.reversed_at IS NOT NULL AND b.id IS NOT NULL AND b.recalled_at IS NULL)
       OR (o.status = 'delivered' AND o.delivered < o.quantity) OR (o.status = 'partial' AND o.delivered >= o.quantity)`,
);

/**
 * A request that a supplier may be topping up is not decided, except by the delivery of an earlier order; and a top-up is delivered whole
 * or not.
 */
export const supplierTopUp = check(
  'supplierTopUp',
  `SELECT o.id AS subject, 1 AS expected, o.delivered AS found
     FROM supplier_orders o JOIN free_fire_requests r ON r.id = o.free_fire_request_id
    WHERE (o.status IN ('planned', 'sending', 'accepted', 'unknown') AND r.status <> 'pending'
           AND NOT EXISTS (SELECT FROM supplier_orders e
                            WHERE e.free_fire_request_id = r.id AND e.id < o.id AND e.status_at >= o.created_at AND e.delivered > 0))
       OR o.status = 'partial' OR (o.status = 'delivered' AND o.delivered <> 1)`,
);

/**
 * What an order cost when it was delivered is what its batch cost, whose cost of one code is rounded. A cost that was corrected since is
 * in the history of the batch.
 */
export const supplierCost = check(
  'supplierCost',
  `SELECT o.id AS subject, e.cost AS expected, coalesce(f.unit_cost, b.unit_cost, 0) * b.codes AS found
     FROM supplier_orders o
     JOIN code_batches b ON b.id = o.batch_id
     JOIN supplier_order_entries e ON e.order_id = o.id AND e.batch_id = o.batch_id
     LEFT JOIN (SELECT DISTINCT ON (batch_id) batch_id, unit_cost FROM code_batch_costs ORDER BY batch_id, until) f ON f.batch_id = b.id
    WHERE abs(coalesce(f.unit_cost, b.unit_cost, 0) * b.codes - e.cost) > b.codes`,
);
