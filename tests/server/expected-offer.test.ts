import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* The price and the offer that the buyer was shown are compared inside the sale. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = (balance = 10_000) => createUser(server, services, { balance });

async function stocked(price: number): Promise<ShopProduct> {
  const product = await createProduct(admin, { name: 'UC', offers: [{ name: '60 UC', price }] });
  await importCodes(admin, product, 5);
  return product;
}
const shown = (product: ShopProduct) => {
  const { id: offerId, name, value, region, price } = offerOf(product);
  return {
    productId: product.id,
    offerId,
    quantity: 1,
    expectedUnitPrice: price,
    expectedOffer: { productName: product.name, name, value, region },
  };
};
const buy = (user: TestUser, body: object, key = randomUUID()) =>
  user.post('/api/purchases', body, { 'idempotency-key': key });
const edit = async (product: ShopProduct, change: { name?: string; offer?: object; price?: number }) => {
  const { offer = {}, ...rest } = change;
  const { id, name, value, price, region } = offerOf(product);
  const response = await admin.put(`/api/products/${product.id}`, {
    name: product.name,
    game: 'Free Fire',
    ...rest,
    offers: [{ id, name, value, price, region, ...offer }],
  });
  expect(response.status).toBe(200);
};
const sales = async (user: TestUser) =>
  (await query('SELECT count(*) FROM purchases WHERE user_id = $1', user.id))[0]?.count;

test('a purchase succeeds when its expected price and its expected offer are the current ones', async () => {
  const buyer = await reseller();
  const product = await stocked(120.5);
  const response = await buy(buyer, shown(product));
  expect([response.status, response.body.unitPrice]).toEqual([200, 120.5]);
});

test('a purchase at a price that rose or fell since it was shown is refused with the new price and sells nothing', async () => {
  const buyer = await reseller();
  const product = await stocked(120);
  for (const [price, message] of [
    [480, 'Le prix a changé : 480 DA'],
    [100.5, 'Le prix a changé : 100,50 DA'],
    [1200, `Le prix a changé : 1${'\u00a0'}200 DA`],
  ] as const) {
    await edit(product, { offer: { price } });
    const response = await buy(buyer, shown(product));
    expect([response.status, response.body]).toEqual([409, { code: 'PRICE_CHANGED', message, price }]);
  }
  expect(await sales(buyer)).toBe(0);
  const again = await buy(buyer, { ...shown(product), expectedUnitPrice: 1200 });
  expect([again.status, again.body.totalCost]).toEqual([200, 1200]);
});

test('a purchase whose new price exceeds the balance is refused with PRICE_CHANGED, not for the balance', async () => {
  const buyer = await reseller(150);
  const product = await stocked(120);
  await edit(product, { offer: { price: 480 } });
  expect((await buy(buyer, shown(product))).body.code).toBe('PRICE_CHANGED');
});

test.each([
  ['the name of the product', { name: 'Diamants' }],
  ['the name of the offer', { offer: { name: '325 UC' } }],
  ['the value of the offer', { offer: { value: '325 UC' } }],
  ['the region of the offer', { offer: { region: 'TR' } }],
])('a purchase is refused when %s changed since it was shown', async (_what, change) => {
  const buyer = await reseller();
  const product = await stocked(120);
  await edit(product, change);
  const response = await buy(buyer, shown(product));
  expect([response.status, response.body]).toEqual([
    409,
    { code: 'OFFER_CHANGED', message: 'Cette offre a changé. Vérifiez-la avant d’acheter.' },
  ]);
  expect(await sales(buyer)).toBe(0);
});

test('a purchase without an expected price and offer is sold at the current price', async () => {
  const buyer = await reseller();
  const product = await stocked(120);
  await edit(product, { name: 'Autre', offer: { price: 480 } });
  const { productId, offerId, quantity } = shown(product);
  const response = await buy(buyer, { productId, offerId, quantity });
  expect([response.status, response.body.totalCost]).toEqual([200, 480]);
});

test('a purchase with an expected price or offer of a wrong shape is refused with 422 and sells nothing', async () => {
  const buyer = await reseller();
  const order = shown(await stocked(120));
  for (const wrong of [
    { expectedUnitPrice: '120' },
    { expectedUnitPrice: -1 },
    { expectedUnitPrice: 1e308 },
    { expectedOffer: 'UC' },
    { expectedOffer: { name: 'UC' } },
  ])
    expect((await buy(buyer, { ...order, ...wrong })).status).toBe(422);
  expect(await sales(buyer)).toBe(0);
});

test('a purchase under a used idempotency key with another expected price is refused with KEY_REUSED', async () => {
  const buyer = await reseller();
  const order = shown(await stocked(120));
  const key = randomUUID();
  const first = await buy(buyer, order, key);
  expect((await buy(buyer, order, key)).body).toEqual(first.body);
  expect((await buy(buyer, { ...order, expectedUnitPrice: 480 }, key)).body.code).toBe('KEY_REUSED');
});
