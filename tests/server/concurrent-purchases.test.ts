import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { type ApiResponse, balanceOf, createUser, type TestUser, userOn } from '../support/users.ts';

/* Two servers on one database, each with its own connection pool, as behind a proxy. */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const servers = [server, other] as const;
const admin = await createUser(server, services, { role: 'admin' });
const rounds = process.env.LONG ? 300 : 15;

const buy = (buyer: TestUser, product: ShopProduct, key?: string, quantity = 1): Promise<ApiResponse> =>
  buyer.post(
    '/api/purchases',
    { productId: product.id, offerId: offerOf(product).id, quantity },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const on = (index: number, user: TestUser) => userOn(servers[index % 2] ?? server, user);
async function stockedProduct(stock: number, price = 100): Promise<ShopProduct> {
  const product = await createProduct(admin, { offers: [{ price }] });
  await importCodes(admin, product, stock);
  return product;
}
const soldCodes = (responses: ApiResponse[]) =>
  responses.filter(({ status }) => status === 200).flatMap(({ body }) => body.codes);

// P1, P4 over processes: tests/faults/two-processes.test.ts.
test('when 20 resellers each buy 3 of 50 codes concurrently, 48 codes are sold and 4 purchases are refused', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 20 }, () => createUser(server, services, { balance: 100_000 })),
  );
  const product = await stockedProduct(50);
  const responses = await Promise.all(
    buyers.map((buyer, index) => buy(on(index, buyer), product, undefined, 3)),
  );
  expect(new Set(soldCodes(responses).map(({ code }) => code)).size).toBe(48);
  const refused = responses.filter(({ status }) => status !== 200).map(({ body }) => body.message);
  expect(refused).toEqual(Array(4).fill('Stock insuffisant (2 disponible(s))'));
  expect(await audit(services.db)).toEqual([]);
});

// Turned red by: a refusal that is judged before the key is looked up again: the first of two calls has committed since.
test('taps with one key at the same moment have one purchase and its code, when it takes the last balance or the last code', async () => {
  for (const [stock, balance] of [
    [1, 1_000],
    [9, 100],
  ] as const)
    for (let round = 0; round < 5; round += 1) {
      const buyer = await createUser(server, services, { balance });
      const product = await stockedProduct(stock);
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, index) => buy(on(index, buyer), product, 'un-seul')),
      );
      for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body]);
      expect(await balanceOf(buyer)).toBe(balance - 100);
    }
});

test('when two resellers buy the last code at the same moment, one gets it and the other keeps the balance [BUY-32]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const pair = [
      await createUser(server, services, { balance: 100 }),
      await createUser(server, services, { balance: 100 }),
    ];
    const product = await stockedProduct(1);
    const responses = await Promise.all(pair.map((buyer, index) => buy(on(index, buyer), product)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const balances = await Promise.all(pair.map(balanceOf));
    expect(balances.sort()).toEqual([0, 100]);
    const [row] = await query(
      'SELECT count(*) FROM codes WHERE offer_id = $1 AND status = $2',
      offerOf(product).id,
      'sold',
    );
    expect(row).toEqual({ count: 1 });
  }
  expect(await audit(services.db)).toEqual([]);
});

test('when 200 purchases run concurrently on a balance for 10, 10 pass and the others are refused for the balance', async () => {
  const buyer = await createUser(server, services, { balance: 1_000 });
  const product = await stockedProduct(200);
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => buy(on(index, buyer), product)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const { status, body } of responses)
    if (status !== 200)
      expect(body.message).toMatch(/^Solde insuffisant \(\d+ DA disponible, 100 DA requis\)$/);
  expect(await balanceOf(buyer)).toBe(0);
  expect(await audit(services.db)).toEqual([]);
});

describe('one key', () => {
  test('an idempotency key with another input is refused; with the same input it returns the same response and counts the replay', async () => {
    const buyer = await createUser(server, services, { balance: 1_000 });
    const product = await stockedProduct(5);
    const first = await buy(buyer, product, 'k');
    const changed = await buy(buyer, product, 'k', 2);
    expect([changed.status, changed.body.code, changed.body.message]).toEqual([
      409,
      'KEY_REUSED',
      'Cette demande a déjà été effectuée avec d’autres valeurs, ou annulée depuis. Vérifiez avant de recommencer.',
    ]);
    const seen = async () =>
      (await query('SELECT seen FROM idempotency_keys WHERE user_id = $1', buyer.id))[0]?.seen;
    const before = await seen();
    expect((await buy(buyer, product, 'k')).body).toEqual(first.body);
    expect(await seen()).toBe(before + 1);
    expect(await balanceOf(buyer)).toBe(900);
  });

  test('the same idempotency key sent by two resellers makes two purchases', async () => {
    const pair = [
      await createUser(server, services, { balance: 500 }),
      await createUser(server, services, { balance: 500 }),
    ];
    const product = await stockedProduct(2);
    const responses = await Promise.all(pair.map((buyer) => buy(buyer, product, 'the-same')));
    expect(new Set(soldCodes(responses).map(({ code }) => code)).size).toBe(2);
  });

  test('an idempotency key is known to a server that starts later, even when the product and the balance are gone', async () => {
    const buyer = await createUser(server, services, { balance: 100 });
    const product = await stockedProduct(1);
    const first = await buy(buyer, product, 'before');
    await admin.delete(`/api/products/${product.id}`);
    const { server: restarted } = await secondServer(db);
    const again = await buy(userOn(restarted, buyer), product, 'before');
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('the idempotency key of a refused purchase stays free: the same purchase may succeed later', async () => {
    const buyer = await createUser(server, services, { balance: 100 });
    const product = await createProduct(admin);
    expect((await buy(buyer, product, 'early')).status).toBe(409);
    await importCodes(admin, product, 1);
    expect((await buy(buyer, product, 'early')).status).toBe(200);
  });

  test('a purchase with an invalid idempotency key is refused', async () => {
    const buyer = await createUser(server, services, { balance: 100 });
    const product = await stockedProduct(1);
    for (const key of ['', 'é', 'a b', 'x'.repeat(201)])
      expect((await buy(buyer, product, key)).body.code).toBe('KEY_INVALID');
  });
});

describe('P15: the limit of purchases', async () => {
  const limited = { limits: { purchase: 20 } };
  const pair = [await secondServer(db, limited), await secondServer(db, limited)] as const;
  const buyAt = (index: number, buyer: TestUser, product: ShopProduct, key?: string) =>
    buy(userOn((pair[index % 2] ?? pair[0]).server, buyer), product, key);
  const attempts = async (buyer: TestUser) =>
    (await query(`SELECT attempts FROM rate_limits WHERE action = 'purchase' AND subject = $1`, buyer.id))[0]
      ?.attempts;
  const tooMany = "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.";

  test('the purchase limit lets 20 of 30 concurrent purchases pass in an hour and refuses the others, over two servers [LIM-09]', async () => {
    const buyer = await createUser(server, services, { balance: 10_000 });
    const product = await stockedProduct(40);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => buyAt(index, buyer, product)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect([status, body.message]).toEqual([429, tooMany]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    expect(await balanceOf(buyer)).toBe(8_000);
    await query(`UPDATE rate_limits SET window_ends = now() WHERE subject = $1`, buyer.id);
    expect((await buyAt(0, buyer, product)).status).toBe(200);
    expect(await audit(services.db)).toEqual([]);
  });

  test('the purchase limit counts refused purchases too, but a repeated idempotency key only once', async () => {
    const buyer = await createUser(server, services, { balance: 150 });
    const product = await stockedProduct(40);
    for (let repeat = 0; repeat < 25; repeat += 1)
      expect((await buyAt(repeat, buyer, product, 'once')).status).toBe(200);
    expect(await attempts(buyer)).toBe(1);
    await Promise.all(Array.from({ length: 10 }, (_, index) => buyAt(index, buyer, product, 'short')));
    expect(await attempts(buyer)).toBe(11);
    // A repeated key returns its purchase even when the limit is reached.
    for (let index = 0; index < 10; index += 1) await buyAt(index, buyer, product);
    expect((await buyAt(0, buyer, product)).body.message).toBe(tooMany);
    expect((await buyAt(0, buyer, product, 'once')).status).toBe(200);
  });

  test('a purchase that searches for codes twice counts as one attempt in the purchase limit', async () => {
    const buyer = await createUser(server, services, { balance: 1_000 });
    const product = await createProduct(admin);
    await query('UPDATE offer_stock SET quantity = 5 WHERE offer_id = $1 AND slot = 0', offerOf(product).id);
    const response = await buyAt(0, buyer, product);
    await query('UPDATE offer_stock SET quantity = 0 WHERE offer_id = $1', offerOf(product).id);
    expect(response.body.message).toBe('Aucun code trouvé pour ce produit');
    expect(await attempts(buyer)).toBe(1);
  });
});
