import { expect, test } from 'vitest';
import type { Queryable } from '../../server/src/database/pool.ts';
import { catalogueReader } from '../../server/src/modules/products/catalogue.ts';
import { productsStore } from '../../server/src/modules/products/products.store.ts';
import { testApp } from '../support/app.ts';
import { executedPlanOf } from '../support/plan.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

test('a product list that has grown since its statistics were taken is still read once, not once per offer', async () => {
  for (let number = 0; number < 3; number += 1) await createProduct(admin);
  await services.db.query({ text: 'ANALYZE' });
  await query(`WITH p AS (INSERT INTO products (name, game) SELECT 'P' || n, 'G' FROM generate_series(1, 200) n RETURNING id)
      INSERT INTO offers (product_id, position, name, value, price) SELECT id, n, 'O', 'V', 100 FROM p, generate_series(1, 5) n`);
  const readings = async (name: string, values: string | null) => {
    const steps = await executedPlanOf(services.db, name, values);
    const tables = steps.filter((step) => step['Relation Name']);
    return tables.map((step) => [step['Relation Name'], step['Actual Loops']]).sort();
  };
  // Products are read twice: for the version of the list, and for the list.
  expect(await readings('products.catalogue', null)).toEqual([
    ['offer_stock', 1],
    ['offers', 1],
    ['products', 1],
    ['products', 1],
  ]);
  const rows = await productsStore.catalogue.all(services.db);
  expect(rows).toHaveLength(203);
  // A stock whose version is known is not read again.
  expect(await readings('products.stock', `'${rows[0]?.stock}'`)).toEqual([
    ['offer_stock', 1],
    ['offers', 0],
    ['products', 1],
  ]);
  expect((await admin.get('/api/products')).body.items).toHaveLength(203);
});

test('after a sale, the product list has the stock and last sale of a list read anew, although only its stock is read [RWO-07][ENT-24]', async () => {
  const buyer = await createUser(server, services, { balance: 1_000_000 });
  const sold = await createProduct(admin, { name: 'Vendu', offers: [{ price: 100 }, { price: 200 }] });
  const other = await createProduct(admin, { name: 'Autre' });
  await importCodes(admin, sold, 5);
  await importCodes(admin, other, 3);
  const queries: string[] = [];
  const db: Queryable = {
    query: (config) => {
      queries.push(config.name ?? '');
      return services.db.query(config);
    },
  };
  const readCatalogue = catalogueReader(db);
  const before = await readCatalogue();
  expect((await buy(buyer, sold, 2)).status).toBe(200);
  const after = await readCatalogue();
  expect(queries).toEqual(['products.catalogue', 'products.stock']);
  expect(after.version).not.toBe(before.version);
  const anew = await catalogueReader(services.db)();
  expect(after.products).toEqual(anew.products);
  expect(after.version).toBe(anew.version);
  const shown = (name: string) => after.products.find((product) => product.name === name);
  expect(shown('Vendu')?.offers.map(({ stock }) => stock)).toEqual([3, 0]);
  expect(shown('Vendu')?.lastSale).not.toBeNull();
  expect(shown('Autre')).toEqual(before.products.find(({ name }) => name === 'Autre'));

  // The same list is requested again, then another one.
  expect(await readCatalogue()).toBe(after);
  await admin.patch(`/api/products/${other.id}`, { status: 'inactive' });
  const changed = await readCatalogue();
  expect(changed.products.find(({ id }) => id === other.id)?.status).toBe('inactive');
  expect(queries.slice(2)).toEqual(['products.stock', 'products.stock', 'products.catalogue']);
});
