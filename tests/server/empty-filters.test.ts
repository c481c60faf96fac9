import type { Route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { routes } from '../support/contract-samples.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/* A form also sends its empty fields. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 5_000 });
const product = await createProduct(admin);
await importCodes(admin, product, 3);
const { id: offerId, price } = offerOf(product);
await buyer.post(
  '/api/purchases',
  { productId: product.id, offerId, quantity: 1, expectedPrice: price },
  { 'idempotency-key': 'one-purchase-of-one-code' },
);

const lists = routes.filter(
  ([, { method, path, query, produces }]) => method === 'GET' && query && !path.includes(':') && !produces,
);

const responseOf = async (route: Route, search = '') => {
  const { status, body } = await admin.get(`${route.path}${search}`);
  // When it was read.
  return { status, body: { ...body, readAt: undefined } };
};

test.each(lists)('%s treats an empty query parameter as a missing one', async (_name, route) => {
  const without = await responseOf(route);
  const fields = Object.keys(route.query?.shape ?? {});
  for (const field of fields) expect(await responseOf(route, `?${field}=`), field).toEqual(without);
  expect(await responseOf(route, `?${fields.map((field) => `${field}=`).join('&')}`)).toEqual(without);
});

test('an administrator who leaves the account of the purchases or the product of the codes empty gets all of them', async () => {
  expect((await admin.get('/api/purchases?userId=')).body.items).toHaveLength(1);
  expect((await admin.get('/api/codes?productId=&offerId=')).body.items).toHaveLength(3);
});
