import { expect, test } from 'vitest';
import { restockOffers } from '../../server/src/modules/supplier-orders/restock-offers.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { executedPlanOf } from '../support/plan.ts';
import { createProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { db } = await freshDatabase();
const { server, services } = await secondServer(db, {
  config: { extensions: new Set(['suppliers'] as const) },
});

// Turned red by: a sum of the day over every order of the connection; one that leaves out what is planned or what was sent today.
test('what is left of the day for restocking is read without the orders of the days before, and counts what is planned and what was sent today [SUP-64]', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const product = await createProduct(admin, { offers: [{}, {}, {}] });
  const [low, other, third] = product.offers.map(({ id }) => id);
  const query = async (text: string, ...values: unknown[]) => (await db.query({ text, values })).rows;
  const articles = [{ offerId: low, article: 'A', restock: 10, maxUnitCost: 100 }];
  await query(`INSERT INTO suppliers (name) VALUES ('Grossiste')`);
  const [connection] = await query(
    `INSERT INTO supplier_connections (supplier_id, kind, settings, daily_cap, changed_by)
     SELECT id, 'reference', jsonb_build_object('articles', $1::jsonb, 'topUps', '[]'::jsonb), 5000, $2 FROM suppliers RETURNING id`,
    JSON.stringify(articles),
    admin.id,
  );
  await query('INSERT INTO offer_thresholds (offer_id, min_stock) VALUES ($1, 5)', low);
  const order = (offerId: unknown, count: number, columns: string) =>
    query(
      `INSERT INTO supplier_orders (connection_id, offer_id, article, quantity, ordered_by, reference, max_cost, status, sent_at, cost)
       SELECT $1, $2, 'B', 1, $3, gen_random_uuid()::text, ${columns} FROM generate_series(1, $4::int) n`,
      connection?.id,
      offerId,
      admin.id,
      count,
    );
  await order(other, 5_000, "100, 'delivered', now() - interval '2 days' - n * interval '1 minute', 100");
  await query('ANALYZE');
  const [top] = await executedPlanOf(db, 'supplier-orders.low-stock', '20');
  // A page for each of the 5,000 orders, or the table of them, is more.
  expect(Number(top?.['Shared Hit Blocks']) + Number(top?.['Shared Read Blocks'])).toBeLessThan(60);
  // 1,000 are wanted; 5,000 less 2,000 taken and 2,100 planned are too few.
  await order(other, 1, "9000, 'delivered', now(), 2000");
  await order(third, 1, "2100, 'planned', NULL, NULL");
  expect(await restockOffers(services)).toBe(0);
  await query(`UPDATE supplier_orders SET max_cost = 2000 WHERE status = 'planned'`);
  expect(await restockOffers(services)).toBe(1);
});
