import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { securityEvents } from '../../server/src/security/security-events.ts';
import { keyedHash } from '../../server/src/vault/keyed-hash.ts';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { codesPath, createProduct, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly [field: string]: unknown;
}
const lines: Line[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const { server, services } = await testApp({
  services: {
    log,
    security: securityEvents(log, keyedHash({ candidates: () => ['a key for the tests of the log'] })),
  },
});
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 50 });
const product: ShopProduct = await createProduct(admin, { offers: [{ price: 10 }] });
beforeEach(() => {
  lines.length = 0;
});

const order = () => ({ productId: product.id, offerId: offerOf(product).id, quantity: 3 });

describe('a refused call leaves one line', () => {
  test('a sale that finds no code leaves one log line with route, account, reason, amount, offer and quantity', async () => {
    const response = await buyer.post('/api/purchases', order());
    expect(response.status).toBe(409);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      msg: 'call refused',
      requestId: response.headers['x-request-id'],
      method: 'POST',
      route: '/api/purchases',
      alert: { title: 'Erreur de paiement', data: { userId: buyer.id, amount: 30 } },
      input: order(),
      status: 409,
      code: response.body.code,
      reason: response.body.message,
    });
  });

  test('a recharge beyond a limit leaves one log line with the account, the input and the code of the refusal', async () => {
    const response = await admin.post(`/api/users/${buyer.id}/recharge`, { amount: 5_000_000 });
    expect(response.status).toBe(422);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      route: '/api/users/:id/recharge',
      accountId: admin.id,
      input: { id: buyer.id, amount: 5_000_000 },
      code: response.body.code,
    });
  });

  test.each([
    [400, () => buyer.post('/api/purchases', undefined, { 'content-type': 'application/json' })],
    [401, async () => server.inject({ url: '/api/me' }).then(({ statusCode }) => ({ status: statusCode }))],
    [403, () => buyer.get('/api/users')],
    [404, () => admin.get('/api/users/00000000-0000-4000-8000-000000000009')],
    [422, () => buyer.post('/api/recharge-requests', { amount: 0, method: 'ccp' })],
    [429, () => tooMany()],
  ])('a call that gets %i leaves one log line with its route', async (status, call) => {
    const response = await call();
    expect(response.status).toBe(status);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0])).toMatch(/"route":"\/api\//);
  });

  test('a call that fails because the database is unreachable leaves one log line, not two', async () => {
    const unreachable = Object.assign(new Error('the database is shutting down'), { code: '57P01' });
    const failing = { ...services.db, query: () => Promise.reject(unreachable) };
    const second = await secondServer(services.db, { services: { log, db: failing } });
    lines.length = 0;
    for (const [method, url] of [
      ['POST', '/api/purchases'],
      ['GET', '/api/products'],
    ] as const) {
      const response = await second.server.inject({
        method,
        url,
        headers: { cookie: buyer.cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { payload: JSON.stringify(order()) }),
      });
      expect(response.statusCode).toBe(503);
      expect(lines.splice(0).map(({ msg }) => msg)).toEqual(['database away']);
    }
  });
});

describe('an upload that its client cuts off', () => {
  test.each([
    [
      'a code list',
      () => `POST /api/products/${product.id}/offers/${offerOf(product).id}/codes`,
      'application/json',
      300_000,
    ],
    ['a picture', () => 'POST /api/pictures', 'image/png', 300_000],
    ['the body of an ordinary call', () => 'POST /api/contact', 'application/json', 100],
  ])(
    'when %s is cut off, its one log line names a mistake of the client and not the database',
    // More than the buffers hold: so much arrives once the body is read, and not while the session is.
    async (_, target, type, arrived) => {
      const second = await secondServer(services.db, { services: { log } });
      await second.server.listen({ host: '127.0.0.1', port: 0 });
      const { port } = second.server.server.address() as AddressInfo;
      lines.length = 0;
      const accepted = once(second.server.server, 'connection') as Promise<[Socket]>;
      const client = connect(port, '127.0.0.1');
      client.write(
        `${target()} HTTP/1.1\r\nhost: x\r\ncookie: ${admin.cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${4 * arrived}\r\n\r\n{"codes":["A-1",${' '.repeat(arrived)}`,
      );
      const [socket] = await accepted;
      await eventually(() => socket.bytesRead > arrived);
      client.destroy();
      await eventually(() => lines.length > 0);
      expect(lines).toMatchObject([{ msg: 'call refused', status: 400 }]);
    },
  );
});

async function tooMany() {
  for (let count = 0; count < 60; count += 1)
    await buyer.post('/api/notifications/test', { kind: 'balance' });
  lines.length = 0;
  return buyer.post('/api/notifications/test', { kind: 'balance' });
}

test('the log lines of refused calls contain no password, no email, no player id and no note of the input', async () => {
  await buyer.post('/api/login', { email: buyer.email, password: 'un secret faux' });
  await admin.post(`/api/users/${buyer.id}/recharge`, { amount: -1, note: 'pour Karim' });
  await admin.post(codesPath(product), { codes: [''] });
  await buyer.post('/api/free-fire/requests', {
    freeFireId: '987654321',
    offerId: 'x',
    amount: 'secret value',
  });
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(lines)).not.toMatch(/un secret faux|pour Karim|987654321|secret value/);
  expect(JSON.stringify(lines)).not.toContain(buyer.email);
});

test('a flood of refusals writes 20 log lines in a second beside the first one of its network and account, and the next line counts those left out', async () => {
  let clock = Date.now();
  const second = await secondServer(services.db, { services: { log, now: () => new Date(clock) } });
  lines.length = 0;
  const refused = () =>
    second.server.inject({
      url: '/api/products/00000000-0000-4000-8000-000000000009',
      headers: { cookie: buyer.cookie },
    });
  const responses = await Promise.all(Array.from({ length: 60 }, refused));
  expect(responses.every(({ statusCode }) => statusCode === 404)).toBe(true);
  expect(lines.map(({ msg }) => msg)).toEqual(Array(21).fill('call refused'));
  clock += 1_000;
  await refused();
  expect(lines.at(-1)).toMatchObject({ msg: 'call refused', status: 404, unwritten: 39 });
});

test('while the database is unavailable, a flood of calls writes 20 log lines in a second', async () => {
  const away = Object.assign(new Error('the database is shutting down'), { code: '57P01' });
  const failing = { ...services.db, query: () => Promise.reject(away) };
  const second = await secondServer(services.db, { services: { log, db: failing } });
  lines.length = 0;
  const began = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      second.server.inject({ url: '/api/products', headers: { cookie: buyer.cookie } }),
    ),
  );
  const seconds = Math.ceil((Date.now() - began) / 1_000) + 1;
  expect(answers.every(({ statusCode }) => statusCode === 503)).toBe(true);
  expect(lines.every(({ msg }) => msg === 'database away')).toBe(true);
  expect(lines.length).toBeLessThanOrEqual(20 * seconds);
});
