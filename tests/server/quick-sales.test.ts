import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

/** A product with offers of 20 codes each. */
async function stocked(offers: number, price = 100): Promise<ShopProduct> {
  const product = await createProduct(admin, {
    offers: Array.from({ length: offers }, (_, index) => ({ name: `Offre ${index}`, price })),
  });
  for (const offer of product.offers) await importCodes(admin, product, 20, offer);
  return product;
}
async function buy(buyer: TestUser, product: ShopProduct, index: number, quantity: number): Promise<string> {
  const response = await buyer.post('/api/purchases', {
    productId: product.id,
    offerId: offerOf(product, index).id,
    quantity,
  });
  expect(response.status, response.text).toBe(200);
  return response.body.id;
}
const quickSales = async (buyer: TestUser) => (await buyer.get('/api/purchases/quick-sales')).body.items;

async function moveBack(by: string, column: 'product_id' | 'user_id', id: string): Promise<void> {
  await services.db.query({ text: 'ALTER TABLE purchases DISABLE TRIGGER purchases_append_only' });
  await query(`UPDATE purchases SET created_at = created_at - $1::interval WHERE ${column} = $2`, by, id);
  await services.db.query({ text: 'ALTER TABLE purchases ENABLE TRIGGER purchases_append_only' });
}
const yesterday = (buyer: TestUser) => moveBack('1 day', 'user_id', buyer.id);
const namesOf = async (buyer: TestUser) =>
  (await quickSales(buyer)).map(({ offer }: { offer: { name: string } }) => offer.name);

test('a reseller’s quick sales are the six offers with the most codes bought in 14 days, with price and stock [CNT-04]', async () => {
  const buyer = await createUser(server, services, { balance: 100_000 });
  const other = await createUser(server, services, { balance: 100_000 });
  const product = await stocked(8, 150.5);
  for (const [index, quantity] of [1, 7, 3, 2, 6, 5, 4].entries()) await buy(buyer, product, index, quantity);
  // Another reseller's purchases count only for that reseller.
  await buy(other, product, 7, 9);
  await yesterday(buyer);
  const items = await quickSales(buyer);
  expect(items.map(({ sold }: { sold: number }) => sold)).toEqual([7, 6, 5, 4, 3, 2]);
  expect(items[0]).toEqual({
    productId: product.id,
    productName: 'Diamants',
    game: 'Free Fire',
    sold: 7,
    pinned: false,
    offer: {
      id: offerOf(product, 1).id,
      name: 'Offre 1',
      value: '110 Diamants',
      price: 150.5,
      region: 'DZ',
      stock: 13,
    },
  });
  expect((await quickSales(other)).map(({ offer }: { offer: { name: string } }) => offer.name)).toEqual([
    'Offre 7',
  ]);
});

test('when a reseller bought as many codes of several offers, the offer bought last is the first of the quick sales [CNT-04]', async () => {
  const buyer = await createUser(server, services, { balance: 100_000 });
  const product = await stocked(3);
  for (const index of [1, 2, 0]) await buy(buyer, product, index, 2);
  await yesterday(buyer);
  expect(await namesOf(buyer)).toEqual(['Offre 0', 'Offre 2', 'Offre 1']);
});

test('the purchases of a day leave the order of the quick sales as it is, and a sold-out offer is the last [CNT-83]', async () => {
  const buyer = await createUser(server, services, { balance: 100_000 });
  const product = await stocked(4);
  for (const [index, quantity] of [3, 2, 1].entries()) await buy(buyer, product, index, quantity);
  await yesterday(buyer);
  await buy(buyer, product, 2, 9);
  await buy(buyer, product, 3, 5);
  expect(await namesOf(buyer)).toEqual(['Offre 0', 'Offre 1', 'Offre 2', 'Offre 3']);
  await buy(buyer, product, 0, 17);
  expect(await namesOf(buyer)).toEqual(['Offre 1', 'Offre 2', 'Offre 3', 'Offre 0']);
});

test('quick sales leave out offers that are no longer for sale and purchases of more than 14 days ago [CNT-04]', async () => {
  const buyer = await createUser(server, services, { balance: 100_000 });
  const [kept, hidden, gone, old] = [await stocked(1), await stocked(1), await stocked(1), await stocked(1)];
  await buy(buyer, kept, 0, 20);
  for (const product of [hidden, gone, old]) await buy(buyer, product, 0, 20);
  await admin.patch(`/api/products/${hidden.id}`, { status: 'inactive' });
  await admin.delete(`/api/products/${gone.id}`);
  await moveBack('15 days', 'product_id', old.id);
  // A sold-out offer stays in the list, with a stock of 0.
  expect(await quickSales(buyer)).toMatchObject([{ productId: kept.id, sold: 20, offer: { stock: 0 } }]);
});

const pin = (buyer: TestUser, offerId: string, pinned = true) =>
  buyer.put(`/api/purchases/quick-sales/${offerId}`, { pinned });

// Turned red by: an order by stock or by sales before that of the pins; pins of other accounts.
test('pinned offers are the first quick sales in the order of pinning, also unsold and sold out, and the most bought fill up to six [WRK-65]', async () => {
  const product = await stocked(8);
  const [buyer, other] = [
    await createUser(server, services, { balance: 100_000 }),
    await createUser(server, services, { balance: 100_000 }),
  ];
  for (const index of [0, 1, 2, 3, 4, 5]) await buy(buyer, product, index, 6 - index);
  await yesterday(buyer);
  const sevenAndFive = [offerOf(product, 7).id, offerOf(product, 5).id];
  for (const id of sevenAndFive) expect((await pin(buyer, id)).body).toEqual({ pinned: true });
  expect(await namesOf(buyer)).toEqual(['Offre 7', 'Offre 5', 'Offre 0', 'Offre 1', 'Offre 2', 'Offre 3']);
  expect((await quickSales(buyer)).map(({ pinned }: { pinned: boolean }) => pinned)).toEqual([
    true,
    true,
    ...Array(4).fill(false),
  ]);
  await buy(other, product, 7, 20);
  expect((await namesOf(buyer))[0]).toBe('Offre 7');
  expect(await namesOf(other)).toEqual(['Offre 7']);
  expect((await pin(buyer, offerOf(product, 7).id, false)).body).toEqual({ pinned: false });
  expect(await namesOf(buyer)).toEqual(['Offre 5', 'Offre 0', 'Offre 1', 'Offre 2', 'Offre 3', 'Offre 4']);
});

// Turned red by: pins counted whose tile is not shown, so that they cannot be removed.
test('a reseller pins twelve offers at most, all of which are shown, and no offer that there is not; one that left the sale takes no place [WRK-65]', async () => {
  const [product, hidden, gone] = [await stocked(13), await stocked(1), await stocked(1)];
  const buyer = await createUser(server, services, { balance: 1_000 });
  const ids = product.offers.map(({ id }) => id);
  for (const left of [hidden, gone]) expect((await pin(buyer, offerOf(left).id)).status).toBe(200);
  await admin.patch(`/api/products/${hidden.id}`, { status: 'inactive' });
  await admin.delete(`/api/products/${gone.id}`);
  for (const id of ids.slice(0, 12)) await pin(buyer, id);
  expect((await pin(buyer, ids[12] ?? '')).body.code).toBe('TOO_MANY_PINS');
  // One that is pinned already is no further one.
  expect((await pin(buyer, ids[0] ?? '')).status).toBe(200);
  expect(await namesOf(buyer)).toHaveLength(12);
  for (const unknown of ['x', '00000000-0000-4000-8000-000000000001'])
    expect((await pin(buyer, unknown)).body.code).toBe('OFFER_NOT_FOUND');
});

// Turned red by: the purchases of yesterday, or of another account, in the sum.
test('the total of the day counts the own codes since midnight in Algiers and what was paid for them [WRK-66]', async () => {
  const product = await stocked(2, 120.5);
  const buyer = await createUser(server, services, { balance: 100_000 });
  const today = async () => (await buyer.get('/api/purchases/today')).body;
  expect(await today()).toEqual({ codes: 0, paid: 0 });
  await buy(buyer, product, 0, 5);
  await yesterday(buyer);
  await buy(buyer, product, 0, 2);
  await buy(buyer, product, 1, 1);
  await buy(await createUser(server, services, { balance: 100_000 }), product, 1, 3);
  expect(await today()).toEqual({ codes: 3, paid: 361.5 });
});
