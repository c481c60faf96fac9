import { expect, test } from 'vitest';
import { productsStore } from '../../server/src/modules/products/products.store.ts';
import { testApp } from '../support/app.ts';
import { carriedOut } from '../support/plan.ts';
import { aProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

test('a shop that has grown since its statistics were taken is still read once, not once per offer', async () => {
  for (let number = 0; number < 3; number += 1) await aProduct(admin);
  await services.db.query({ text: 'ANALYZE' });
  await services.db.query({
    text: `WITH p AS (INSERT INTO products (name, game) SELECT 'P' || n, 'G' FROM generate_series(1, 200) n RETURNING id)
      INSERT INTO offers (product_id, position, name, value, price) SELECT id, n, 'O', 'V', 100 FROM p, generate_series(1, 5) n`,
  });
  const readings = async (known: string | null) => {
    const value = known === null ? 'NULL' : `'${known}'`;
    const steps = await carriedOut(services.db, 'products.catalogue', value);
    const tables = steps.filter((step) => step['Relation Name']);
    return tables.map((step) => [step['Relation Name'], step['Actual Loops']]).sort();
  };
  // Once for the name of the list, once for the list.
  expect(await readings(null)).toEqual([
    ['offer_stock', 1],
    ['offer_stock', 1],
    ['offers', 1],
    ['products', 1],
    ['products', 1],
  ]);
  const rows = await productsStore.catalogue.all(services.db, null);
  expect(rows).toHaveLength(203);
  // A list that is known by its name is not read again.
  expect(await readings(rows[0]?.version ?? '')).toEqual([
    ['offer_stock', 0],
    ['offer_stock', 1],
    ['offers', 0],
    ['products', 0],
    ['products', 1],
  ]);
  expect((await admin.get('/api/products')).body.items).toHaveLength(203);
});
