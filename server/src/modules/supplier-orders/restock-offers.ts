import { randomUUID } from 'node:crypto';
import { statement } from '../../database/statement.ts';
import { transaction } from '../../database/transaction.ts';
import type { Centimes } from '../../money/amount.ts';
import { toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { plannedSql, spentTodaySql } from './orders.store.ts';

/** A number that suppliers take: letters and digits. */
export const newReference = (): string => `ALM${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`;

/** SQL: whether a batch that an order of this offer brought was recalled in the last hour: the article may bring the same again. */
export const recalledLately = (offerId: string): string => `EXISTS (
  SELECT FROM supplier_orders r JOIN code_batches b ON b.id = r.batch_id
   WHERE r.offer_id = ${offerId} AND b.recalled_at > clock_timestamp() - interval '1 hour')`;

interface Low {
  readonly connectionId: number;
  readonly offerId: string;
  readonly name: string;
  readonly article: string;
  readonly quantity: number;
  readonly maxCost: Centimes;
  /** Of the day of its connection. */
  readonly left: Centimes;
  readonly orderedBy: string;
}
/**
 * Offers for sale below their threshold that a connection buys from a supplier that is not archived, without an open order, and without
 * one in the last hour that was sent and did not bring what was ordered, that a person ended, or whose batch was recalled: what fails is
 * not tried again and again.
 * What an order may cost must fit into what is left of the day.
 */
const low = statement<[limit: number], Low>(
  'supplier-orders.low-stock',
  `SELECT c.id AS "connectionId", f.id AS "offerId", p.name || ' - ' || f.name AS name, a ->> 'article' AS article,
          (a ->> 'restock')::int AS quantity, cost.most AS "maxCost", day.remaining AS "left", c.changed_by AS "orderedBy"
     FROM supplier_connections c JOIN suppliers s ON s.id = c.supplier_id AND s.archived_at IS NULL
    CROSS JOIN jsonb_array_elements(c.settings -> 'articles') a
    CROSS JOIN LATERAL (SELECT (a ->> 'restock')::bigint * (a ->> 'maxUnitCost')::bigint AS most) cost
     JOIN offers f ON f.id = (a ->> 'offerId')::uuid AND f.deleted_at IS NULL JOIN products p ON p.id = f.product_id
     JOIN offer_thresholds t ON t.offer_id = f.id AND t.min_stock > 0
    CROSS JOIN LATERAL (SELECT c.daily_cap - ${spentTodaySql('c.id')} - ${plannedSql('c.id')} AS remaining) day
    WHERE NOT c.paused AND (a ->> 'restock')::int > 0 AND p.status = CASE c.kind WHEN 'simulator' THEN 'draft' ELSE 'active' END
      AND (SELECT coalesce(sum(quantity), 0) FROM offer_stock WHERE offer_id = f.id) < t.min_stock
      AND NOT EXISTS (SELECT FROM supplier_orders o WHERE o.offer_id = f.id
                        AND (o.status IN ('planned', 'sending', 'accepted', 'unknown')
                             OR (o.status IN ('failed', 'partial') AND o.status_at > clock_timestamp() - interval '1 hour'
                                 AND (o.sent_at IS NOT NULL
                                      OR EXISTS (SELECT FROM supplier_order_entries e WHERE e.order_id = o.id AND e.author IS NOT NULL)))))
      AND NOT ${recalledLately('f.id')}
      AND cost.most <= day.remaining
    ORDER BY c.id, f.id LIMIT $1::int`,
);
const insert = statement<
  {
    connectionId: number;
    offerId: string | null;
    requestId: number | null;
    article: string;
    reference: string;
    quantity: number;
    maxCost: number;
    isRestock: boolean;
    orderedBy: string;
  },
  { id: number }
>(
  'supplier-orders.insert',
  `INSERT INTO supplier_orders (connection_id, offer_id, free_fire_request_id, article, reference, quantity, max_cost, is_restock, ordered_by)
   VALUES (:connection_id, :offer_id, :request_id, :article, :reference, :quantity, :max_cost, :is_restock, :ordered_by)
   ON CONFLICT DO NOTHING RETURNING id`,
);
export const insertOrder = insert;

/** Orders what is below its threshold, one order for an offer. @returns how many */
export const restockOffers = (services: Services): Promise<number> =>
  transaction(services.db, async (tx) => {
    let ordered = 0;
    const planned = new Map<number, number>();
    for (const { name, left, ...order } of await low.all(tx, 20)) {
      const cost = (planned.get(order.connectionId) ?? 0) + order.maxCost;
      if (cost > left) continue;
      const written = await insert.first(tx, {
        ...order,
        requestId: null,
        reference: newReference(),
        isRestock: true,
      });
      if (!written) continue;
      planned.set(order.connectionId, cost);
      ordered += 1;
      await recordAction(tx, operator, undefined, {
        action: 'supplier-order.restock',
        subject: { type: 'supplier_order', id: String(written.id), name },
        after: { quantity: order.quantity, maxCost: toDinars(order.maxCost) },
      });
    }
    return ordered;
  });
