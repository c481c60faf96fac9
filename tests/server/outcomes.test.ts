import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { balanceOf, createUser, type TestUser } from '../support/users.ts';

/* POST /api/outcomes/:key (AMB-88): the outcome of a call whose response was lost. */
const { server, services } = await testApp({ services: { now: () => new Date('2026-03-02T11:00:00Z') } });
const admin = await createUser(server, services, { role: 'admin' });
const reseller = () => createUser(server, services, { balance: 10_000 });
const count = async (text: string, ...values: unknown[]) =>
  (await services.db.query<{ count: number }>({ text: `SELECT count(*) FROM ${text}`, values })).rows[0]
    ?.count;
const settle = (user: TestUser, key: string) => user.post(`/api/outcomes/${key}`);
const noResults = { purchase: null, freeFireRequest: null, rechargeRequest: null, advance: null };
const keyClosed = 'Cette demande n’a pas été effectuée : rien n’a été débité. Vous pouvez recommencer.';

async function stocked(stock = 5): Promise<ShopProduct> {
  const product = await createProduct(admin);
  await importCodes(admin, product, stock);
  return product;
}
const orderOf = (product: ShopProduct) => ({
  productId: product.id,
  offerId: offerOf(product).id,
  quantity: 1,
});
const topUp = { freeFireId: '12345678', offerId: 'ff_100_10' };
async function topUpOrder(user: TestUser) {
  const { items } = (await user.get('/api/free-fire/offers')).body;
  const { price } = items.find(({ id }: { id: string }) => id === topUp.offerId);
  return { ...topUp, amount: price };
}
const recharge = { amount: 500, method: 'ccp' };

test('the outcome of an executed purchase has its codes and no-store, and requesting it three times sells nothing more', async () => {
  const buyer = await reseller();
  const product = await stocked();
  const key = randomUUID();
  const bought = await buyer.post('/api/purchases', orderOf(product), { 'idempotency-key': key });
  for (let time = 0; time < 3; time += 1) {
    const response = await settle(buyer, key);
    expect([response.status, response.body]).toEqual([
      200,
      { outcome: 'executed', ...noResults, purchase: bought.body },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  }
  expect(await count('purchases WHERE user_id = $1', buyer.id)).toBe(1);
});

test('the outcome of an executed Free Fire request or recharge request contains the original response', async () => {
  const buyer = await reseller();
  const [first, second] = [randomUUID(), randomUUID()];
  const sent = await buyer.post('/api/free-fire/requests', await topUpOrder(buyer), {
    'idempotency-key': first,
  });
  expect(sent.status).toBe(200);
  expect((await settle(buyer, first)).body).toEqual({
    outcome: 'executed',
    ...noResults,
    freeFireRequest: sent.body,
  });
  const requested = await buyer.post('/api/recharge-requests', recharge, { 'idempotency-key': second });
  expect(requested.status).toBe(200);
  expect((await settle(buyer, second)).body).toEqual({
    outcome: 'executed',
    ...noResults,
    rechargeRequest: requested.body,
  });
});

test('requesting the outcome of an unknown key closes it: a later money call with that key is refused and writes nothing', async () => {
  const buyer = await reseller();
  const product = await stocked();
  const calls: [path: string, body: object][] = [
    ['/api/purchases', orderOf(product)],
    ['/api/free-fire/requests', await topUpOrder(buyer)],
    ['/api/recharge-requests', recharge],
  ];
  for (const [path, body] of calls) {
    const key = randomUUID();
    expect((await settle(buyer, key)).body).toEqual({ outcome: 'closed', ...noResults });
    for (let time = 0; time < 2; time += 1) {
      const late = await buyer.post(path, body, { 'idempotency-key': key });
      expect([late.status, late.body.code, late.body.message]).toEqual([409, 'KEY_CLOSED', keyClosed]);
    }
    expect((await settle(buyer, key)).body).toEqual({ outcome: 'refused', ...noResults });
  }
  expect(await balanceOf(buyer)).toBe(10_000);
  for (const table of ['purchases', 'free_fire_requests', 'recharge_requests'])
    expect(await count(`${table} WHERE user_id = $1`, buyer.id)).toBe(0);
  expect(await count(`codes WHERE offer_id = $1 AND status <> 'available'`, offerOf(product).id)).toBe(0);
  expect(await audit(services.db)).toEqual([]);
});

test('however often an outcome is requested, a closed key stays closed and an executed call has one effect', async () => {
  const buyer = await reseller();
  const [closed, executed] = [randomUUID(), randomUUID()];
  const send = (key: string) => buyer.post('/api/recharge-requests', recharge, { 'idempotency-key': key });
  const first = await send(executed);
  for (let time = 0; time < 3; time += 1) {
    await settle(buyer, closed);
    await settle(buyer, executed);
  }
  expect((await send(closed)).body.code).toBe('KEY_CLOSED');
  expect((await send(executed)).body).toEqual(first.body);
  expect(await count('recharge_requests WHERE user_id = $1', buyer.id)).toBe(1);
});

test('a refused call leaves its key open until its outcome is requested, which closes it for good', async () => {
  const buyer = await createUser(server, services, { balance: 1 });
  const product = await stocked();
  const headers = { 'idempotency-key': randomUUID() };
  expect((await buyer.post('/api/purchases', orderOf(product), headers)).body.code).toBe(
    'PURCHASE_BALANCE_SHORT',
  );
  expect((await settle(buyer, headers['idempotency-key'])).body.outcome).toBe('closed');
  expect((await buyer.post('/api/purchases', orderOf(product), headers)).body.code).toBe('KEY_CLOSED');
});

test('an account that requests the outcome of another account’s key gets no information about it and cannot close it', async () => {
  const [buyer, other] = [await reseller(), await reseller()];
  const product = await stocked();
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  expect((await settle(other, key)).body.outcome).toBe('closed');
  const bought = await buyer.post('/api/purchases', orderOf(product), headers);
  expect(bought.status).toBe(200);
  expect((await settle(other, key)).body).toEqual({ outcome: 'refused', ...noResults });
  expect((await settle(buyer, key)).body.purchase.id).toBe(bought.body.id);
});

test('requesting an outcome with the user id of another account is refused with 403 and closes nothing', async () => {
  const [buyer, other] = [await reseller(), await reseller()];
  const key = randomUUID();
  const response = await buyer.post(`/api/outcomes/${key}`, { userId: other.id });
  expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
  expect((await buyer.post(`/api/outcomes/${key}`, { userId: buyer.id })).body.outcome).toBe('closed');
});

test('requesting an outcome without a session or with an invalid key is refused and closes nothing', async () => {
  const buyer = await reseller();
  const before = await count('idempotency_keys');
  const anonymous = await server.inject({ method: 'POST', url: '/api/outcomes/abc' });
  expect(anonymous.statusCode).toBe(401);
  for (const key of ['%20', 'a%20b', '%C3%A9', 'x'.repeat(201)])
    expect((await settle(buyer, key)).status).toBe(422);
  expect(await count('idempotency_keys')).toBe(before);
  expect((await settle(buyer, 'x'.repeat(200))).body.outcome).toBe('closed');
});

test('one account closes 300 keys an hour at most; known keys are not limited', async () => {
  const buyer = await reseller();
  const product = await stocked();
  const key = randomUUID();
  await buyer.post('/api/purchases', orderOf(product), { 'idempotency-key': key });
  for (let nth = 1; nth <= 300; nth += 1)
    expect((await settle(buyer, `key-${nth}`)).body.outcome).toBe('closed');
  const refused = await settle(buyer, 'key-301');
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_OUTCOMES']);
  expect((await settle(buyer, 'key-300')).body.outcome).toBe('refused');
  expect((await settle(buyer, key)).body.outcome).toBe('executed');
});
