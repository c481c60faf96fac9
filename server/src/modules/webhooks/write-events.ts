import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { isOn } from '../../feature-switches.ts';
import type { Services } from '../../services.ts';
import { lowStockBelow } from '../statistics/activity.ts';
import { isServedSql, type WebhookEvent, webhooksStore } from './webhooks.store.ts';

/*
 * Events of webhooks are read from the books by two jobs, so that neither a sale nor a change of prices writes anything for them. Nothing is
 * lost when the jobs stand still: what a webhook has not had is written later.
 */

interface DueWebhook {
  readonly id: number;
  readonly userId: string;
  readonly events: WebhookEvent[];
  readonly ledgerSeen: number;
}

/** Entries of one webhook and run. */
const entriesPerRun = 200;

/** Webhooks whose account has entries without their events; locked, so that one run at a time writes their events. */
const withNewEntries = statement<[limit: number], DueWebhook>(
  'webhooks.with-new-entries',
  `SELECT w.id, w.user_id AS "userId", w.events, w.ledger_seen AS "ledgerSeen" FROM webhooks w
    WHERE ${isServedSql} AND EXISTS (SELECT FROM ledger l WHERE l.user_id = w.user_id AND l.id > w.ledger_seen)
    ORDER BY w.id LIMIT $1 FOR UPDATE SKIP LOCKED`,
);
// Of one account the ids are in the order of the commits: an entry takes its id while it holds the account (post_ledger_entry).
const newEntries = statement<
  [userId: string, seen: number, limit: number],
  { id: number; reference: string | null; orderId: number | null }
>(
  'webhooks.new-entries',
  `SELECT l.id, o.reference, o.purchase_id AS "orderId"
     FROM (SELECT id, user_id, related_transaction_id, metadata ->> 'source' AS source FROM ledger
            WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3) l
     LEFT JOIN api_orders o ON l.source = 'purchase' AND o.user_id = l.user_id AND o.purchase_id = l.related_transaction_id
    ORDER BY l.id`,
);
const advance = statement<[id: number, seen: number]>(
  'webhooks.advance',
  'UPDATE webhooks SET ledger_seen = $2 WHERE id = $1',
);

/** Writes the events of orders and balances. A balance that changed several times since the last run is one event. */
export const writeLedgerEvents =
  (services: Pick<Services, 'features' | 'outbox'>) =>
  async (tx: DbTransaction, limit: number): Promise<number> => {
    if (!(await isOn(services, 'reseller-api'))) return 0;
    const due = await withNewEntries.all(tx, Math.min(limit, 100));
    let written = 0;
    for (const { id: webhookId, userId, events, ledgerSeen } of due) {
      const entries = await newEntries.all(tx, userId, ledgerSeen, entriesPerRun);
      const last = entries.at(-1);
      if (!last) continue;
      if (events.includes('order.completed'))
        for (const { reference, orderId } of entries) {
          if (reference === null) continue;
          const data = JSON.stringify({ reference, orderId: String(orderId) });
          await webhooksStore.write.run(tx, {
            webhookId,
            object: `order ${reference}`,
            type: 'order.completed',
            data,
          });
        }
      if (events.includes('balance.changed'))
        await webhooksStore.write.run(tx, {
          webhookId,
          object: 'balance',
          type: 'balance.changed',
          data: '{}',
        });
      await advance.run(tx, webhookId, last.id);
      written += entries.length;
    }
    if (written > 0) services.outbox.wake();
    // A full batch runs again at once.
    return due.length === 0 ? 0 : limit;
  };

const watching = statement<[after: number, limit: number], DueWebhook>(
  'webhooks.watching-offers',
  `SELECT w.id, w.user_id AS "userId", w.events, w.ledger_seen AS "ledgerSeen" FROM webhooks w
    WHERE ${isServedSql} AND w.events && ARRAY['price.changed', 'stock.low'] AND w.id > $1
    ORDER BY w.id LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const changedOffers = statement<
  { webhookId: number; userId: string; lowBelow: number },
  { offerId: string; isPriceChanged: boolean; isNowLow: boolean }
>(
  'webhooks.changed-offers',
  `WITH offers_now AS MATERIALIZED (
     SELECT o.id AS offer_id, (SELECT coalesce(sum(s.quantity), 0) FROM offer_stock s WHERE s.offer_id = o.id) < :low_below::int AS is_low,
            CASE WHEN a.own_prices THEN sale_price(a.id, a.price_level_id, o.id, 1, o.price) ELSE o.price END AS price,
            CASE WHEN a.own_prices THEN coalesce((
              SELECT string_agg(q || ':' || sale_price(a.id, a.price_level_id, o.id, q, o.price), ',' ORDER BY q)
                FROM (SELECT DISTINCT min_quantity AS q FROM special_prices
                       WHERE (scope, scope_id) IN (('user', a.id::text), ('level', a.price_level_id::text)) AND offer_id = o.id
                         AND min_quantity > 1) larger), '') ELSE '' END AS breaks
       FROM users a CROSS JOIN offers o JOIN products p ON p.id = o.product_id
      WHERE a.id = :user_id AND o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'
   ), known AS MATERIALIZED (
     SELECT offer_id, price, breaks, is_low FROM webhook_offers WHERE webhook_id = :webhook_id
   ), changed AS (
     INSERT INTO webhook_offers AS t (webhook_id, offer_id, price, breaks, is_low)
     SELECT :webhook_id, offer_id, price, breaks, is_low FROM offers_now
     ON CONFLICT (webhook_id, offer_id) DO UPDATE SET price = EXCLUDED.price, breaks = EXCLUDED.breaks, is_low = EXCLUDED.is_low
      WHERE (t.price, t.breaks, t.is_low) IS DISTINCT FROM (EXCLUDED.price, EXCLUDED.breaks, EXCLUDED.is_low)
     RETURNING offer_id, price, breaks, is_low
   ), gone AS (
     DELETE FROM webhook_offers t WHERE t.webhook_id = :webhook_id AND NOT EXISTS (SELECT FROM offers_now n WHERE n.offer_id = t.offer_id)
   )
   SELECT c.offer_id AS "offerId", (c.price, c.breaks) IS DISTINCT FROM (t.price, t.breaks) AS "isPriceChanged",
          c.is_low AND NOT coalesce(t.is_low, false) AS "isNowLow"
     FROM changed c LEFT JOIN known t USING (offer_id) ORDER BY c.offer_id`,
);

/** Notes the offers as they are, for a webhook that watches them from now on and gets changes alone. */
export async function noteOffers(
  tx: DbTransaction,
  { webhookId, userId }: { readonly webhookId: number; readonly userId: string },
): Promise<void> {
  await changedOffers.all(tx, { webhookId, userId, lowBelow: lowStockBelow });
}

/** Writes the events of prices and stocks: what has changed since its last ones. */
export function writeOfferEvents(
  services: Pick<Services, 'features' | 'outbox'>,
): (tx: DbTransaction, limit: number) => Promise<number> {
  let after = 0;
  return async (tx, limit) => {
    if (!(await isOn(services, 'reseller-api'))) return 0;
    const due = await watching.all(tx, after, 20);
    after = due.at(-1)?.id ?? 0;
    for (const { id: webhookId, userId, events } of due) {
      const changed = await changedOffers.all(tx, { webhookId, userId, lowBelow: lowStockBelow });
      for (const { offerId, isPriceChanged, isNowLow } of changed) {
        const event = { webhookId, object: `offer ${offerId}`, data: JSON.stringify({ offerId }) };
        if (isPriceChanged && events.includes('price.changed'))
          await webhooksStore.write.run(tx, { ...event, type: 'price.changed' });
        if (isNowLow && events.includes('stock.low'))
          await webhooksStore.write.run(tx, { ...event, type: 'stock.low' });
      }
      if (changed.length > 0) services.outbox.wake();
    }
    return due.length === 0 ? 0 : limit;
  };
}
