import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from '../support/database.ts';
import { callServer, type RemoteResponse } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import type { TestUser } from '../support/users.ts';

/* Two server processes that share only the database: the guarantees of one process must also hold for two. */
const { url } = await freshDatabase();
const shop = await remoteShop(url, { buyers: 100, codes: 1 });
const { db, admin, buyers } = shop;
const environment = remoteEnvironment(url);
const running = new Set<ServerProcess>();
async function start(): Promise<ServerProcess> {
  const server = await startServer(environment);
  running.add(server);
  return server;
}
let servers: ServerProcess[] = [];
beforeAll(async () => {
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([...running].map((server) => server.stop()));
  await shop.close();
});

const address = (index: number) => servers[index % 2]?.baseURL ?? '';
const maxAttempts = 5;
/**
 * Buys one code. When the server is busy, or a loaded machine takes longer than a call waits, the call is repeated with the same key:
 * it has one effect, however often it arrives.
 */
async function buy(
  at: string,
  buyer: Pick<TestUser, 'cookie'>,
  product: ShopProduct,
  key: string,
): Promise<RemoteResponse> {
  const body = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  for (let attempt = 1; ; attempt += 1) {
    const response = await callServer(at, buyer, { method: 'POST', path: '/api/purchases', key, body });
    const isBusy = response.status === 503 && response.retryAfter !== null;
    const isLost = response.status === 0;
    if ((!isBusy && !isLost) || attempt === maxAttempts) return response;
  }
}
async function stockedProduct(stock: number): Promise<ShopProduct> {
  const product = await createProduct(admin);
  await importCodes(admin, product, stock);
  return product;
}
const bodies = (responses: readonly RemoteResponse[], status: number) =>
  responses.filter((response) => response.status === status).map(({ body }) => body);
const count = async (text: string, ...values: unknown[]) =>
  (await db.query<{ count: number }>({ text: `SELECT count(*) FROM ${text}`, values })).rows[0]?.count;

// Turned red by: codes picked without FOR UPDATE SKIP LOCKED.
describe('P1: 50 codes', () => {
  const rounds = process.env.LONG ? 1_000 : 5;

  test('50 codes are sold exactly 50 times to 100 buyers with 3 taps each, every tap sent through both servers', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const product = await stockedProduct(50);
      const taps = buyers.flatMap((buyer) =>
        [0, 1, 2].map((tap) => ({ buyer, key: `${product.id}-${tap}` })),
      );
      const pairs = await Promise.all(
        taps.map(({ buyer, key }) =>
          Promise.all([buy(address(0), buyer, product, key), buy(address(1), buyer, product, key)]),
        ),
      );
      const responses = pairs.flat();
      const sold = bodies(responses, 200);
      expect(new Set(sold.map(({ id }) => id)).size).toBe(50);
      expect(new Set(sold.flatMap(({ codes }) => codes).map(({ code }) => code)).size).toBe(50);
      for (const { status, body, failure } of responses)
        if (status !== 200)
          expect(failure ?? body.message, `status ${status}`).toBe('Stock insuffisant (0 disponible(s))');
      // Both purchases of one tap have the same response. A tap whose first call found no stock may still succeed with its second one.
      for (const [one, other] of pairs)
        if (one.status === 200 && other.status === 200) expect(one.body).toEqual(other.body);
      const offer = offerOf(product).id;
      expect(await count(`codes WHERE offer_id = $1 AND status = 'sold'`, offer)).toBe(50);
      expect(await count('purchases WHERE offer_id = $1 AND quantity = 1', offer)).toBe(50);
    }
    // The audit checks, among others, that no code is sold twice and that each debit has its code.
    expect(await audit(db)).toEqual([]);
  });
});

// Turned red by: a sale that does not store its key.
describe('P4: one key', () => {
  const keys = process.env.LONG ? 1_000 : 30;

  test('one key sent ten times at the same time has one effect and one response, also after a restart', async () => {
    const [buyer] = buyers as [TestUser, ...TestUser[]];
    const product = await stockedProduct(keys + 10);
    const balance = async () => (await buyer.get('/api/me')).body.balance;
    const before = await balance();
    const first: unknown[] = [];
    for (let key = 0; key < keys; key += 1) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => buy(address(index), buyer, product, `tap-${key}`)),
      );
      first.push(responses[0]?.body);
      for (const { status, body } of responses) expect([status, body]).toEqual([200, first[key]]);
    }
    const offer = offerOf(product).id;
    expect(await count('purchases WHERE offer_id = $1', offer)).toBe(keys);
    expect(await count(`codes WHERE offer_id = $1 AND status = 'sold'`, offer)).toBe(keys);
    expect(await balance()).toBe(before - keys * offerOf(product).price);
    expect(await count(`idempotency_keys WHERE user_id = $1 AND key LIKE 'tap-%'`, buyer.id)).toBe(keys);

    await servers[0]?.kill();
    servers[0] = await start();
    for (let key = 0; key < keys; key += 1)
      expect((await buy(address(0), buyer, product, `tap-${key}`)).body).toEqual(first[key]);
    expect(await count('purchases WHERE offer_id = $1', offer)).toBe(keys);
    expect(await audit(db)).toEqual([]);
  });
});
