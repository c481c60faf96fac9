import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sandboxOffers } from '../../contract/src/reseller-api.ts';
import { audit } from '../../server/src/audit/audit.ts';
import { deleteTestOrders } from '../../server/src/modules/reseller-api/sandbox.ts';
import { insertKey, program, type TestProgram } from '../support/api-keys.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { allPages } from '../support/pages.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { type ApiResponse, createUser } from '../support/users.ts';

/*
 * Orders of resellers' own programs (docs/acceptance.md, API). Turned red by: a reference that is looked up outside the sale; one that is
 * forgotten; a key that the sale does not hold; a price that is compared after the debit.
 */
const { db, query } = await freshDatabase({ max: 20 });
const config = { extensions: new Set(['reseller-api'] as const) };
const { server, services } = await secondServer(db, { config });
const { server: other } = await secondServer(db, { config });
const admin = await createUser(server, services, { role: 'admin' });

async function shop(stock: number, price = 250): Promise<ShopProduct & { codes: readonly string[] }> {
  const product = await createProduct(admin, { name: 'PUBG', offers: [{ name: '660 UC', price }] });
  return { ...product, codes: stock > 0 ? await importCodes(admin, product, stock) : [] };
}
async function caller(balance = 100_000, options: Parameters<typeof insertKey>[2] = {}) {
  const user = await createUser(server, services, { balance });
  const key = await insertKey(services, user.id, options);
  return { user, key, site: program(server, key), otherSite: program(other, key) };
}
const byReference = (site: TestProgram, reference: string) =>
  site.get(`/api/v1/orders/by-reference/${encodeURIComponent(reference)}`);
const salesOf = async (userId: string) =>
  (await query('SELECT count(*)::int AS n FROM purchases WHERE user_id = $1', userId))[0]?.n;
const codes = ({ body }: ApiResponse) => body.codes.map(({ code }: { code: string }) => code);

describe('an order', () => {
  test('sells codes at the price that the account pays and answers 201 with the codes; its debit and its purchase are those of a sale [API-20]', async () => {
    const product = await shop(3);
    const { user, site } = await caller(1_000);
    const { id: offerId } = offerOf(product);
    const { status, body, headers } = await site.order({ reference: 'site-1', offerId, quantity: 2 });
    expect(status).toBe(201);
    expect(body).toEqual({
      reference: 'site-1',
      orderId: expect.any(String),
      status: 'completed',
      offerId,
      productName: 'PUBG',
      offerName: '660 UC',
      quantity: 2,
      unitPrice: 250,
      totalCost: 500,
      createdAt: expect.any(String),
      codes: product.codes.slice(0, 2).map((code) => ({ code })),
    });
    expect(headers['cache-control']).toBe('no-store');
    expect((await user.get('/api/me')).body.balance).toBe(500);
    const purchase = (await user.get(`/api/purchases/${body.orderId}`)).body;
    expect(purchase).toMatchObject({ quantity: 2, totalCost: 500 });
    expect((await site.get('/api/v1/catalogue')).body.items).toContainEqual(
      expect.objectContaining({ offerId, stock: 1 }),
    );
    expect(await audit(db)).toEqual([]);
  });

  test('repeated under its reference it answers 200 with the same codes and buys nothing, also after its key was replaced and its idempotency keys are gone [API-21]', async () => {
    const product = await shop(5);
    const { user, site, otherSite } = await caller();
    const order = { reference: 'A.b:1~x', offerId: offerOf(product).id, quantity: 2 };
    const first = await site.order(order);
    expect(first.status).toBe(201);
    for (const on of [site, otherSite]) {
      const again = await on.order(order);
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    await query('DELETE FROM idempotency_keys WHERE user_id = $1', user.id);
    const next = program(server, await insertKey(services, user.id));
    expect(await next.order(order)).toMatchObject({ status: 200, body: first.body });
    expect((await byReference(next, order.reference)).body).toEqual(first.body);
    expect(await salesOf(user.id)).toBe(1);
  });

  test('of 32 calls with one reference on two servers one sells, and all have its codes [API-22]', async () => {
    const product = await shop(40);
    const { user, site, otherSite } = await caller();
    const order = { reference: randomUUID(), offerId: offerOf(product).id };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) => (at % 2 ? site : otherSite).order(order)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(31);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await salesOf(user.id)).toBe(1);
    expect(await audit(db)).toEqual([]);
  });

  // Turned red by: a refusal that is judged before the reference is looked up again: the first of two calls has committed since.
  test('a repeated call that waited for the first one has its codes, when that one took the last balance or the last code [API-21] [API-22]', async () => {
    for (const [stock, balance] of [
      [1, 1_000],
      [9, 250],
    ] as const)
      for (let round = 0; round < 5; round += 1) {
        const product = await shop(stock);
        const { user, site, otherSite } = await caller(balance);
        const order = { reference: randomUUID(), offerId: offerOf(product).id };
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, at) => (at % 2 ? site : otherSite).order(order)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
        for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
        expect(await salesOf(user.id)).toBe(1);
      }
    expect(await query('SELECT FROM missed_sales')).toEqual([]);
  });

  test('another order under a used reference is refused, and of another account the reference is free [API-23]', async () => {
    const product = await shop(5);
    const { site } = await caller();
    const order = { reference: 'commande-7', offerId: offerOf(product).id };
    await site.order(order);
    for (const change of [{ quantity: 2 }, { maxUnitPrice: 300 }]) {
      const { status, body } = await site.order({ ...order, ...change });
      expect([status, body.code, body.retryable]).toEqual([409, 'REFERENCE_REUSED', false]);
      // Its first answer may have been lost: a new reference would buy the same order twice.
      expect(body.next).toContain('lisez sa commande');
    }
    const foreign = await caller();
    const missing = await byReference(foreign.site, 'commande-7');
    expect([missing.status, missing.body.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    expect((await foreign.site.order(order)).status).toBe(201);
  });

  test('a price above maxUnitPrice sells nothing, and the reference stays free for the next try [API-24]', async () => {
    const product = await shop(2);
    const { user, site } = await caller();
    const order = { reference: 'prix', offerId: offerOf(product).id };
    const refused = await site.order({ ...order, maxUnitPrice: 249.99 });
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'PRICE_CHANGED',
        message: expect.any(String),
        price: 250,
        retryable: false,
        next: 'Lisez le prix dans le catalogue, puis commandez avec un autre maxUnitPrice.',
      },
    ]);
    expect(await salesOf(user.id)).toBe(0);
    expect((await site.order({ ...order, maxUnitPrice: 250 })).status).toBe(201);
  });

  test.each([
    ['STOCK_SHORT', 409, false, async () => ({ offerId: offerOf(await shop(1)).id, quantity: 2 })],
    ['OFFER_NOT_FOUND', 404, false, async () => ({ offerId: randomUUID() })],
    ['OFFER_NOT_FOUND', 404, false, async () => ({ offerId: 'inconnue' })],
    ['OFFER_NOT_FOUND', 404, false, async () => ({ offerId: sandboxOffers.success })],
    [
      'PURCHASE_BALANCE_SHORT',
      409,
      false,
      async () => ({ offerId: offerOf(await shop(9, 90_000)).id, quantity: 2 }),
    ],
    ['QUANTITY_INVALID', 422, false, async () => ({ offerId: randomUUID(), quantity: 101 })],
    ['REFERENCE_INVALID', 422, false, async () => ({ offerId: randomUUID(), reference: '../x' })],
    ['MAX_UNIT_PRICE_INVALID', 422, false, async () => ({ offerId: randomUUID(), maxUnitPrice: 0 })],
  ] as const)(
    'is refused with %s, which says what to do and whether to repeat [API-25]',
    async (code, status, retryable, order) => {
      const { user, site } = await caller();
      const answer = await site.order(await order());
      expect([answer.status, answer.body.code, answer.body.retryable]).toEqual([status, code, retryable]);
      expect(answer.body.next).toMatch(/\.$/);
      expect(await salesOf(user.id)).toBe(0);
    },
  );

  test('an inactive account and a key without the right buy nothing [API-25]', async () => {
    const { id: offerId } = offerOf(await shop(1));
    const without = await caller(1_000, { scopes: ['catalogue'] });
    expect((await without.site.order({ offerId })).body.code).toBe('SCOPE_MISSING');
    const inactive = await caller();
    await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, inactive.user.id);
    expect((await inactive.site.order({ offerId })).body.code).toBe('ACCOUNT_NOT_ACTIVE');
  });

  test('a frozen account and its ceiling of the day refuse a new order; a repeated one of a frozen account still answers its codes [API-21] [API-25]', async () => {
    const { id: offerId } = offerOf(await shop(3, 250));
    const { user, site } = await caller();
    const order = { reference: 'avant', offerId };
    const first = await site.order(order);
    await admin.put(`/api/users/${user.id}/daily-ceiling`, { ceiling: 300 });
    const above = await site.order({ offerId });
    expect([above.status, above.body]).toMatchObject([
      409,
      { code: 'DAILY_CEILING', available: 50, retryable: false, next: expect.stringContaining('plafond') },
    ]);
    await admin.put(`/api/users/${user.id}/freeze`, { frozen: true });
    const frozen = await site.order({ offerId });
    expect([frozen.status, frozen.body.code, frozen.body.retryable]).toEqual([403, 'ACCOUNT_FROZEN', false]);
    expect(await site.order(order)).toMatchObject({ status: 200, body: first.body });
    expect((await site.order({ ...order, quantity: 2 })).body.code).toBe('REFERENCE_REUSED');
    expect(await salesOf(user.id)).toBe(1);
  });

  test('a key makes 60 orders a minute, the next one is refused with the time to wait, and a repeated one is none [API-26]', async () => {
    const { id: offerId } = offerOf(await shop(61, 1));
    const { user, site, otherSite } = await caller();
    for (let at = 0; at < 60; at += 1)
      expect((await (at % 2 ? site : otherSite).order({ reference: `r${at}`, offerId })).status).toBe(201);
    const { status, body, headers } = await site.order({ offerId });
    expect([status, body.code, body.retryable]).toEqual([429, 'TOO_MANY_ORDERS', true]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await site.order({ reference: 'r1', offerId })).status).toBe(200);
    const second = program(server, await insertKey(services, user.id));
    expect((await second.order({ offerId })).status).toBe(201);
  });

  test('a key that is revoked while an order is under way sells nothing once the revocation is answered [API-27]', async () => {
    const { id: offerId } = offerOf(await shop(3));
    const { user, key, site } = await caller();
    const [{ id } = { id: 0 }] = await query('SELECT id FROM api_keys WHERE user_id = $1', user.id);
    // The revocation holds the key; the order waits for it.
    const held = await holdRows(
      db,
      'UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT id FROM api_keys WHERE id = $1 FOR UPDATE)',
      id,
    );
    const order = site.order({ offerId });
    await eventually(async () => (await held.waiting()) > 0, { what: 'the order waits for the revocation' });
    await held.release();
    const { status, body } = await order;
    expect([status, body.code]).toEqual([401, 'KEY_REVOKED']);
    expect(await salesOf(user.id)).toBe(0);
    // And the other way around: the revocation waits for an order that is under way.
    const next = await caller();
    const [{ id: nextId } = { id: 0 }] = await query(
      'SELECT id FROM api_keys WHERE user_id = $1',
      next.user.id,
    );
    const account = await holdRows(db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', next.user.id);
    const late = next.site.order({ offerId });
    await eventually(async () => (await account.waiting()) > 0, { what: 'the order waits for its account' });
    let isRevoked = false;
    const revoked = next.user.delete(`/api/keys/${nextId}`).then(() => {
      isRevoked = true;
    });
    await eventually(
      async () =>
        (
          await query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%api_keys%revoked%'`,
          )
        ).length > 0,
      { what: 'the revocation waits for the order' },
    );
    expect(isRevoked).toBe(false);
    await account.release();
    expect((await late).status).toBe(201);
    await revoked;
    expect((await next.site.order({ offerId })).body.code).toBe('KEY_REVOKED');
    expect(key).not.toBe(next.key);
  });
});

describe('reading orders', () => {
  test('orders are listed page by page, the newest first, without a code; another account sees none [API-30]', async () => {
    const product = await shop(4);
    const { site, user } = await caller();
    const { id: offerId } = offerOf(product);
    for (const reference of ['a', 'b', 'c']) await site.order({ reference, offerId });
    await user.post('/api/purchases', { productId: product.id, offerId, quantity: 1 });
    const pages = await allPages(async (cursor) => (await site.get(`/api/v1/orders?limit=2${cursor}`)).body);
    const items = pages.flatMap(({ items: of }) => of);
    expect(items.map(({ reference }: { reference: string }) => reference)).toEqual(['c', 'b', 'a']);
    for (const code of product.codes) expect(JSON.stringify(pages)).not.toContain(code);
    expect((await (await caller()).site.get('/api/v1/orders')).body.items).toEqual([]);
  });

  test('an order shows a code that replaced a refused one, after the others [API-31]', async () => {
    const { server: claiming } = await secondServer(db, {
      config: { extensions: new Set(['claims', 'reseller-api'] as const) },
    });
    const product = await shop(3);
    const { site, key, user } = await caller();
    const first = await site.order({
      reference: 'réf'.slice(0, 1),
      offerId: offerOf(product).id,
      quantity: 2,
    });
    const bought = (await user.get(`/api/purchases/${first.body.orderId}`)).body;
    const { statusCode, body } = await claiming.inject({
      method: 'POST',
      url: `/api/purchases/${bought.id}/claims`,
      headers: { cookie: user.cookie },
      payload: { codeIds: [bought.codes[0].id], reason: 'used' },
    });
    expect(statusCode).toBe(200);
    await claiming.inject({
      method: 'POST',
      url: `/api/claims/${JSON.parse(body).items[0].id}/decide`,
      headers: { cookie: admin.cookie, 'idempotency-key': randomUUID() },
      payload: { outcome: 'replace' },
    });
    const shown = await byReference(program(claiming, key), 'r');
    expect(codes(shown)).toEqual(product.codes);
    expect(shown.body.codes.map((each: { replaced?: true }) => each.replaced)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });
});

describe('the sandbox', () => {
  test('a test key sees and orders offers of the sandbox alone; ledger, stock and codes stay as they are [API-40]', async () => {
    const product = await shop(2);
    const { site } = await caller(1_000, { test: true });
    const before = await tableFingerprints(db);
    const { items } = (await site.get('/api/v1/catalogue')).body;
    expect(items.map(({ offerId }: { offerId: string }) => offerId)).toEqual(Object.values(sandboxOffers));
    expect((await site.get('/api/v1/balance')).body.balance).toBe(100_000);
    expect((await site.order({ offerId: offerOf(product).id })).body.code).toBe('OFFER_NOT_FOUND');
    const order = { reference: 'essai', offerId: sandboxOffers.success, quantity: 3 };
    const first = await site.order(order);
    expect([first.status, first.body.status, first.body.totalCost]).toEqual([201, 'completed', 300]);
    expect(new Set(codes(first)).size).toBe(3);
    const again = await site.order(order);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await site.order({ ...order, quantity: 1 })).body.code).toBe('REFERENCE_REUSED');
    expect((await byReference(site, 'essai')).body).toEqual(first.body);
    expect((await site.order({ offerId: sandboxOffers.success, maxUnitPrice: 99 })).body.code).toBe(
      'PRICE_CHANGED',
    );
    const after = await tableFingerprints(db);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed.filter((table) => !['api_keys', 'rate_limits'].includes(table))).toEqual([
      'api_test_orders',
    ]);
  });

  test('an order of the sandbox that succeeds is complete in its own answer, in whichever part of a millisecond it comes [API-40]', async () => {
    const { site } = await caller(0, { test: true });
    for (let n = 0; n < 40; n += 1)
      expect((await site.order({ offerId: sandboxOffers.success })).body.status).toBe('completed');
  });

  test('an offer of the sandbox is refused, one is delivered late, one in part [API-41]', async () => {
    const { user, site } = await caller(0, { test: true });
    expect((await site.order({ offerId: sandboxOffers.refused })).body).toMatchObject({
      code: 'STOCK_SHORT',
      available: 0,
    });
    const late = await site.order({ reference: 'lente', offerId: sandboxOffers.delayed });
    expect([late.status, late.body.status, late.body.codes]).toEqual([201, 'processing', []]);
    await query(`UPDATE api_test_orders SET ready_at = now() WHERE user_id = $1`, user.id);
    const ready = await byReference(site, 'lente');
    expect([ready.body.status, ready.body.codes.length]).toEqual(['completed', 1]);
    const partial = await site.order({ reference: 'partie', offerId: sandboxOffers.partial, quantity: 5 });
    expect([partial.body.status, partial.body.codes.length, partial.body.totalCost]).toEqual([
      'partial',
      2,
      200,
    ]);
    const { items } = (await site.get('/api/v1/orders')).body;
    expect(items.map(({ reference }: { reference: string }) => reference)).toEqual(['partie', 'lente']);
  });

  test('real and test orders have their own references, and another account sees no test order [API-42]', async () => {
    const product = await shop(1);
    const { user, site } = await caller();
    const trial = program(server, await insertKey(services, user.id, { test: true }));
    await trial.order({ reference: 'x', offerId: sandboxOffers.success });
    expect((await byReference(site, 'x')).status).toBe(404);
    expect((await site.order({ reference: 'x', offerId: offerOf(product).id })).status).toBe(201);
    expect((await byReference((await caller(0, { test: true })).site, 'x')).status).toBe(404);
  });

  test('orders of test keys are deleted after a month [API-43]', async () => {
    const { user, site } = await caller(0, { test: true });
    await site.order({ reference: 'vieille', offerId: sandboxOffers.success });
    await site.order({ reference: 'neuve', offerId: sandboxOffers.success });
    await query(
      `UPDATE api_test_orders SET created_at = now() - interval '31 days' WHERE user_id = $1 AND reference = 'vieille'`,
      user.id,
    );
    expect(await deleteTestOrders(db, 100)).toBe(1);
    expect((await byReference(site, 'vieille')).status).toBe(404);
    expect((await byReference(site, 'neuve')).status).toBe(200);
  });

  test('an account makes a thousand test orders a day, with all its keys [API-43]', async () => {
    const { user, site } = await caller(0, { test: true });
    await query(
      `INSERT INTO rate_limits (action, subject, attempts, window_ends) VALUES ('api_test_order', $1, 999, now() + interval '1 hour')`,
      user.id,
    );
    const { success: offerId } = sandboxOffers;
    expect((await site.order({ offerId, reference: 'r1000' })).status).toBe(201);
    const next = program(server, await insertKey(services, user.id, { test: true }));
    const { status, body, headers } = await next.order({ offerId, reference: 'r1001' });
    expect([status, body.code]).toEqual([429, 'TOO_MANY_ORDERS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    expect((await next.order({ offerId, reference: 'r1000' })).status).toBe(200);
  });

  test('a revoked test key orders nothing [API-42]', async () => {
    const { user, site } = await caller(0, { test: true });
    await query('UPDATE api_keys SET revoked_at = now() WHERE user_id = $1', user.id);
    expect((await site.order({ offerId: sandboxOffers.success })).body.code).toBe('KEY_REVOKED');
  });
});
