import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services } = await testApp();
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
  await services.db.query({
    text: `UPDATE purchases SET created_at = created_at - $1::interval WHERE ${column} = $2`,
    values: [by, id],
  });
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
