import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loggedError } from '../../server/src/log.ts';
import { securityEvents } from '../../server/src/security/security-events.ts';
import { program } from '../support/api-keys.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { allPages } from '../support/pages.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/*
 * The keys of the API of resellers (docs/acceptance.md, API). Turned red by: a key that is stored; a call that a session makes with the
 * rights of a key, or a key with those of a session; a scope or a network that is read and not applied; a revocation that only hides.
 */
const { db, query } = await freshDatabase({ max: 20 });
const lines: string[] = [];
const log = pino(
  { level: 'trace', serializers: { err: loggedError } },
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  }),
);
const config = { extensions: new Set(['reseller-api'] as const) };
const security = securityEvents(log, (_, text) => Buffer.from(text));
const { server, services } = await secondServer(db, { config, services: { log, security } });
const { server: other } = await secondServer(db, { config });
const admin = await createUser(server, services, { role: 'admin' });
const all = { name: 'Mon site', scopes: ['catalogue', 'balance', 'orders'] };
const reseller = () => createUser(server, services, { balance: 10_000 });
async function keyOf(user: Awaited<ReturnType<typeof reseller>>, more: object = {}) {
  const { status, body } = await user.post('/api/keys', { ...all, ...more });
  expect(status).toBe(200);
  return body as { id: string; key: string };
}

describe('keys', () => {
  test('a reseller makes a key, which the answer alone shows: the database holds its hash [API-01]', async () => {
    const user = await reseller();
    const { id, key } = await keyOf(user, { networks: ['41.100.1.0/24', '2001:db8::1'] });
    expect(key).toMatch(new RegExp(`^alm_live_${id}_[\\w-]{43}[0-9a-f]{8}$`));
    const { items } = (await user.get('/api/keys')).body;
    expect(items).toEqual([
      {
        id,
        name: 'Mon site',
        prefix: `alm_live_${id}_`,
        scopes: ['catalogue', 'balance', 'orders'],
        networks: ['41.100.1.0/24', '2001:db8::1'],
        test: false,
        createdAt: expect.any(String),
        lastUsedAt: null,
        lastUsedFrom: null,
        revokedAt: null,
      },
    ]);
    const [row] = await query('SELECT k::text AS row FROM api_keys k WHERE id = $1', id);
    expect(row?.row).not.toContain(key.slice(-51));
    expect((await keyOf(user, { test: true })).key).toMatch(/^alm_test_/);
  });

  test.each([
    ['API_KEY_NAME_REQUIRED', { name: ' ' }],
    ['API_KEY_SCOPES_REQUIRED', { scopes: [] }],
    ['API_KEY_SCOPES_REQUIRED', { scopes: undefined }],
    ['INVALID_INPUT', { scopes: ['admin'] }],
    ['NETWORK_INVALID', { networks: ['41.100.1.0/33'] }],
    ['NETWORK_INVALID', { networks: ['exemple.dz'] }],
    ['NETWORK_INVALID', { networks: Array.from({ length: 21 }, (_, at) => `41.100.1.${at}`) }],
  ])('a key is refused with %s for %j [API-01]', async (code, input) => {
    expect((await (await reseller()).post('/api/keys', { ...all, ...input })).body.code).toBe(code);
  });

  test('an account with a second factor makes a key only after it was given in the last ten minutes [API-02]', async () => {
    const user = await reseller();
    await query('UPDATE users SET second_factor = true WHERE id = $1', user.id);
    expect((await user.post('/api/keys', all)).body.code).toBe('STEP_UP_REQUIRED');
    await query('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', user.id);
    expect((await user.post('/api/keys', all)).status).toBe(200);
  });

  test('an account has five keys, of 32 that two servers are asked for at once too; a revoked one makes room [API-03]', async () => {
    const user = await reseller();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, at) => (at % 2 ? user : userOn(other, user)).post('/api/keys', all)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body.code).toBe('TOO_MANY_API_KEYS');
    const made = answers.find(({ status }) => status === 200)?.body.id;
    expect((await user.delete(`/api/keys/${made}`)).status).toBe(204);
    expect((await user.post('/api/keys', all)).status).toBe(200);
    const pages = await allPages(async (cursor) => (await user.get(`/api/keys?limit=2${cursor}`)).body);
    expect(pages.flatMap(({ items }) => items)).toHaveLength(6);
  });

  test('an account makes fifty keys a day, so that making and revoking them fills no table [API-03]', async () => {
    const user = await reseller();
    await query(
      `INSERT INTO rate_limits (action, subject, attempts, window_ends) VALUES ('api_key', $1, 49, now() + interval '1 hour')`,
      user.id,
    );
    await keyOf(user);
    const { status, body } = await user.post('/api/keys', all);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_CALLS']);
  });

  test('a revoked key is refused on every server from then on, and nothing gives it back [API-04]', async () => {
    const user = await reseller();
    const { id, key } = await keyOf(user);
    for (const on of [server, other])
      expect((await program(on, key).get('/api/v1/balance')).status).toBe(200);
    expect((await user.delete(`/api/keys/${id}`)).status).toBe(204);
    expect((await user.delete(`/api/keys/${id}`)).status).toBe(204);
    for (const on of [server, other]) {
      const { status, body } = await program(on, key).get('/api/v1/balance');
      expect([status, body.code]).toEqual([401, 'KEY_REVOKED']);
    }
    await expect(query('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', id)).rejects.toThrow();
    const [listed] = (await user.get('/api/keys')).body.items;
    expect(listed.revokedAt).toEqual(expect.any(String));
  });

  test('another account neither sees nor revokes a key [API-05]', async () => {
    const { id, key } = await keyOf(await reseller());
    const foreigner = await reseller();
    const { status, body } = await foreigner.delete(`/api/keys/${id}`);
    expect([status, body.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    expect((await foreigner.get('/api/keys')).body.items).toEqual([]);
    expect((await program(server, key).get('/api/v1/balance')).status).toBe(200);
  });

  test('a key is refused without its scope, outside its networks, and for an account that may not buy [API-06]', async () => {
    const user = await reseller();
    const { key } = await keyOf(user, {
      scopes: ['catalogue'],
      networks: ['41.100.1.0/24', '41.100.2.7', '2001:db8:1::/48'],
    });
    const from = async (address: string, path = '/api/v1/catalogue') => {
      const { status, body } = await program(server, key, address).get(path);
      return [status, body.code];
    };
    for (const address of ['41.100.1.9', '::ffff:41.100.1.9', '41.100.2.7', '2001:db8:1::5'])
      expect(await from(address)).toEqual([200, undefined]);
    for (const address of ['41.100.2.8', '127.0.0.1', '2001:db8:2::5', 'unix:'])
      expect(await from(address)).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
    expect(await from('41.100.1.9', '/api/v1/balance')).toEqual([403, 'SCOPE_MISSING']);
    await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, user.id);
    expect(await from('41.100.1.9')).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    await query(`UPDATE users SET disabled = true WHERE id = $1`, user.id);
    expect(await from('41.100.1.9')).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('a key is limited to an IPv4 address also when it was written as IPv6 maps it, as servers log it [API-06]', async () => {
    const user = await reseller();
    const { key } = await keyOf(user, { networks: ['::ffff:41.100.1.20'] });
    expect((await program(server, key, '41.100.1.20').get('/api/v1/balance')).status).toBe(200);
    expect((await program(server, key, '41.100.1.21').get('/api/v1/balance')).status).toBe(403);
    expect((await user.get('/api/keys')).body.items[0].networks).toEqual(['41.100.1.20']);
  });

  test('a session makes no call of the API, and a key makes no other call [API-07]', async () => {
    const user = await reseller();
    const { key } = await keyOf(user);
    expect((await user.get('/api/v1/balance')).body.code).toBe('UNAUTHENTICATED');
    for (const path of ['/api/me', '/api/purchases', '/api/keys'])
      expect((await program(server, key).get(path)).body.code).toBe('UNAUTHENTICATED');
    expect((await program(server, key).post('/api/keys', all)).body.code).toBe('UNAUTHENTICATED');
  });

  test.each([
    ['nothing', ''],
    ['a wrong checksum', `alm_live_1_${'A'.repeat(43)}00000000`],
    ['another scheme', 'Basic YTpi'],
    ['an unknown key', undefined],
  ])('a call with %s as its key is unauthenticated [API-07]', async (_, given) => {
    const { newApiKey } = await import('../../server/src/authorization/api-key.ts');
    const authorization = given ?? `Bearer ${newApiKey(999_999, false).key}`;
    const { statusCode, body } = await server.inject({ url: '/api/v1/balance', headers: { authorization } });
    expect([statusCode, JSON.parse(body).code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test.each([
    'nope',
    'orders/42',
    'balance/',
    'orders/by-reference/%E0%A4%A',
    `orders/by-reference/${'x'.repeat(600)}`,
  ])(
    '/api/v1/%s, which is no address of a call, is refused with what to do and whether to repeat [API-25]',
    async (path) => {
      const { key } = await keyOf(await reseller());
      const { status, body } = await program(server, key).get(`/api/v1/${path}`);
      expect([status, body]).toEqual([
        404,
        {
          code: 'NOT_FOUND',
          message: 'Ressource introuvable',
          retryable: false,
          next: 'Corrigez l’appel avant de l’envoyer à nouveau.',
        },
      ]);
      // No program of a reseller calls it.
      expect(Object.keys((await program(server, key).get('/api/v10')).body)).toEqual(['code', 'message']);
    },
  );

  test('the last use of a key and where it came from are on its list [API-08]', async () => {
    const user = await reseller();
    const { key } = await keyOf(user);
    await program(server, key, '41.100.1.9').get('/api/v1/balance');
    const listed = async () => (await user.get('/api/keys')).body.items[0];
    await eventually(async () => (await listed()).lastUsedAt !== null);
    expect((await listed()).lastUsedFrom).toBe('41.100.1.9');
  });

  test('no line of the log has a key, made, used or refused, and making and revoking one are security events [API-09]', async () => {
    const user = await reseller();
    const { id, key } = await keyOf(user);
    const secret = key.slice(-51, -8);
    await program(server, key).get('/api/v1/balance');
    // As a program of little care sends it.
    for (const path of ['nothing', `balance?key=${key}`, `orders/by-reference/${key}`, key])
      await program(server, key).get(`/api/v1/${path}`);
    await program(server, key).post('/api/v1/orders', { reference: key, offerId: key, quantity: key });
    await server.inject({
      url: '/api/v1/balance',
      headers: { 'x-api-key': key, cookie: `almas_session=${key}` },
    });
    await program(server, `${key}0`).get('/api/v1/balance');
    await user.delete(`/api/keys/${id}`);
    await program(server, key).get('/api/v1/balance');
    expect(lines.join('')).toContain('KEY_REVOKED');
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    const events = lines.flatMap((line) => JSON.parse(line).security ?? []);
    for (const event of ['api-key.created', 'api-key.revoked'])
      expect(events).toContainEqual(expect.objectContaining({ event, accountId: user.id }));
  });
});

describe('reading', () => {
  test('a key makes 300 calls a minute on a server; the next is refused with the time to wait, and no call of another key [API-12]', async () => {
    const user = await reseller();
    const [site, next] = [program(server, (await keyOf(user)).key), program(server, (await keyOf(user)).key)];
    for (let at = 0; at < 300; at += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => site.get('/api/v1/balance')));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    const { status, body, headers } = await site.get('/api/v1/balance');
    expect([status, body.code, body.retryable]).toEqual([429, 'TOO_MANY_CALLS', true]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await next.get('/api/v1/balance')).status).toBe(200);
    const ended = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
    onTestFinished(() => ended.mockRestore());
    expect((await site.get('/api/v1/balance')).status).toBe(200);
  });

  test('the catalogue has what is for sale at the prices that the account pays, with the stock and nothing of others [API-10]', async () => {
    const product = await createProduct(admin, {
      name: 'PUBG',
      offers: [
        { name: '660 UC', price: 250 },
        { name: '60 UC', price: 30 },
      ],
    });
    await importCodes(admin, product, 3);
    const draft = await createProduct(admin, { name: 'Brouillon', status: 'draft' });
    const user = await reseller();
    const prices = [
      { offerId: offerOf(product).id, price: 240 },
      { offerId: offerOf(product).id, minQuantity: 10, price: 230 },
    ];
    expect((await admin.put(`/api/users/${user.id}/prices`, { prices })).status).toBe(200);
    const { items } = (await program(server, (await keyOf(user)).key).get('/api/v1/catalogue')).body;
    const offerIds = items.map(({ offerId }: { offerId: string }) => offerId);
    expect(offerIds).not.toContain(offerOf(draft).id);
    expect(items).toContainEqual({
      offerId: offerOf(product).id,
      productId: product.id,
      productName: 'PUBG',
      game: 'Free Fire',
      offerName: '660 UC',
      value: '110 Diamants',
      region: expect.any(String),
      price: 240,
      breaks: [{ minQuantity: 10, price: 230 }],
      stock: 3,
    });
    expect(items).toContainEqual(
      expect.objectContaining({ offerName: '60 UC', price: 30, breaks: [], stock: 0 }),
    );
  });

  test('the balance is that of the account of the key [API-11]', async () => {
    const user = await reseller();
    const { status, body, headers } = await program(server, (await keyOf(user)).key).get('/api/v1/balance');
    expect([status, body]).toEqual([200, { balance: 10_000, currency: 'DZD' }]);
    expect(headers['cache-control']).toBe('no-store');
  });
});
