import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { announceToAdministrators } from '../outbox/announce.ts';
import { lowStockBelow } from '../statistics/activity.ts';

/** The others are counted. */
const offersNamed = 3;

const low = `SELECT o.id FROM offers o JOIN products p ON p.id = o.product_id JOIN offer_stock s ON s.offer_id = o.id
   WHERE o.deleted_at IS NULL AND p.deleted_at IS NULL AND p.status = 'active'
   GROUP BY o.id HAVING sum(s.quantity) < ${lowStockBelow}`;

const deleteRestocked = statement<[]>(
  'alerts.delete-restocked-offers',
  `DELETE FROM low_stock_notices WHERE offer_id NOT IN (${low})`,
);
const note = statement<[], { product: string; offer: string }>(
  'alerts.note-low-stock',
  `WITH noted AS (
     INSERT INTO low_stock_notices (offer_id)
     SELECT id FROM (${low}) low ON CONFLICT DO NOTHING RETURNING offer_id)
   SELECT p.name AS product, o.name AS offer
     FROM noted JOIN offers o ON o.id = noted.offer_id JOIN products p ON p.id = o.product_id ORDER BY 1, 2`,
);

/**
 * Sends one message for the active offers that ran low since the last run, each once until it is filled up: the offers
 * of the dashboard's list. The sale knows nothing of it.
 */
export const announceLowStock =
  (services: Services) =>
  async (tx: DbTransaction): Promise<number> => {
    await deleteRestocked.run(tx);
    const offers = await note.all(tx);
    if (offers.length === 0) return 0;
    const first = offers.slice(0, offersNamed);
    const lowStock = { first, more: offers.length - first.length };
    await announceToAdministrators(services, tx, { type: 'low_stock', lowStock }, 'stock');
    return 0;
  };
