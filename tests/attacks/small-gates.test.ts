import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Route } from '@almas/contract/route';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../../server/src/limits/network.ts';
import { insertKey, withKey } from '../support/api-keys.ts';
import { secondServer, testApp } from '../support/app.ts';
import { routes, unknownId } from '../support/contract-samples.ts';
import { call, createUser, type TestUser } from '../support/users.ts';
import { rawCall } from './raw-call.ts';

/* Attacks on the edges: malformed addresses, other formats, other hosts, public metrics. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const key = await insertKey(services, (await createUser(server, services)).id);
const behindTls = await secondServer(services.db, { config: { publicUrl: 'https://almas.dz' } });

/** The server of these tests on a port. */
const listening = async () => {
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
  return server.server;
};

const own = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
};

test('an undecodable address of the API or of a file gets the French refusal with the security headers', async () => {
  const unreadable = ['/api/%', '/api/users/%E0%A4%A', '/assets/%zz', `/api/users/${'x'.repeat(600)}`];
  for (const url of unreadable) {
    const response = await call(behindTls.server, { method: 'GET', url });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ code: 'NOT_FOUND', message: 'Ressource introuvable' });
    expect(response.headers).toMatchObject({ ...own, 'strict-transport-security': expect.any(String) });
  }
});

test('an undecodable address outside the API gets the page, like any other unknown address', async () => {
  const get = (url: string) => call(behindTls.server, { method: 'GET', url });
  const { 'x-request-id': _, date: __, ...headers } = (await get('/nulle-part')).headers;
  const { status, text } = await get('/nulle-part');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const url of [
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/nulle-part/%E0%A4%A/edit',
    '/login%?a=%E0',
    '/%E0%A4%A?a=1',
  ]) {
    const response = await get(url);
    expect([url, response.status, response.text === text]).toEqual([url, status, true]);
    expect(response.headers).toMatchObject(headers);
  }
});

test('a 404 response is sent with no-store', async () => {
  for (const [method, url] of [
    ['GET', '/assets/index-of-the-next-version.js'],
    ['GET', '/api/unknown'],
    ['OPTIONS', '/api/me'],
    ['GET', '/missing.txt'],
  ] as const) {
    const response = await call(server, { method, url });
    expect([url, response.status, response.headers['cache-control']]).toEqual([url, 404, 'no-store']);
  }
});

test('bytes that are no HTTP request, or headers of 20 kB, get a French refusal with the security headers', async () => {
  const { port } = (await listening()).address() as AddressInfo;
  const nonsense = await rawCall({ port, pieces: ['GARBAGE\r\n\r\n'] });
  const long = await rawCall({
    port,
    pieces: [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  });
  expect([nonsense.status, long.status]).toEqual([400, 431]);
  for (const { text } of [nonsense, long]) {
    expect(text).toContain('La demande est mal formée');
    for (const [name, value] of Object.entries(own)) expect(text).toContain(`${name}: ${value}`);
  }
});

test('every route that writes, except the sign-out, responds with 415 to plain text and to forms', async () => {
  for (const [name, route] of routes) {
    if (route.method === 'GET' || name === 'accounts.logout') continue;
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await call(
        server,
        {
          method: route.method,
          url: route.path.replace(/:\w+/g, unknownId),
          payload: '',
          headers: {
            'content-type': type,
            ...(route.access === 'key' && withKey(key)),
          },
        },
        route.access === 'reseller' ? (await createUser(server, services)).cookie : admin.cookie,
      );
      expect({ name, type, status: response.status }).toEqual({ name, type, status: 415 });
    }
  }
});

describe('with PUBLIC_URL, a write', () => {
  const send = async (headers: Record<string, string>) => {
    const user = await createUser(behindTls.server, services);
    const response = await call(behindTls.server, {
      method: 'PATCH',
      url: '/api/me',
      payload: { city: 'Oran' },
      headers: { ...headers, cookie: `__Host-${user.cookie}` },
    });
    return response.body.code ?? response.status;
  };

  test('with PUBLIC_URL, a write is accepted from that origin alone', async () => {
    expect(await send({ origin: 'https://almas.dz', host: 'almas.dz' })).toBe(200);
    for (const [origin, host] of [
      ['http://evil.dz', 'evil.dz'],
      ['http://almas.dz', 'almas.dz'],
      ['https://almas.dz:444', 'almas.dz:444'],
      ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ] as const)
      expect(await send({ origin, host })).toBe('FOREIGN_ORIGIN');
  });

  test('with PUBLIC_URL, a write is refused for another host name, and accepted for an address or an internal name', async () => {
    expect(await send({ host: 'evil.dz' })).toBe('FOREIGN_ORIGIN');
    for (const host of [
      'almas.dz',
      'almas.dz:443',
      '10.0.0.5:3000',
      '[::1]:3000',
      'localhost:3000',
      'almas:3000',
    ])
      expect(await send({ host })).toBe(200);
  });
});

test('/metrics without a token is answered to this machine alone, not to a proxy on it or to a page whose name resolves to it', async () => {
  const get = async (headers: Record<string, string>) =>
    (await call(server, { method: 'GET', url: '/metrics', headers })).status;
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) expect(await get({ host })).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '41.1.1.1' },
    { forwarded: 'for=41.1.1.1' },
    { 'x-real-ip': '41.1.1.1' },
    { via: '1.1 proxy' },
    { host: 'evil.dz' },
    { host: 'localhost.evil.dz' },
    { host: '127.0.0.1.evil.dz:3000' },
  ])
    expect([headers, await get(headers as Record<string, string>)]).toEqual([headers, 404]);
});

test('a request line of HTTP/0.9 and a request with two Host lines are refused', async () => {
  const { port } = (await listening()).address() as AddressInfo;
  const old = await rawCall({ port, pieces: ['GET /api/session\r\n\r\n'] });
  expect(old.text).toContain('MALFORMED_REQUEST');
  const two = await rawCall({
    port,
    untilResponse: true,
    pieces: ['GET /api/session HTTP/1.1\r\nHost: almas.dz\r\nhost: evil.dz\r\n\r\n'],
  });
  expect([two.status, two.text.includes('MALFORMED_REQUEST')]).toEqual([400, true]);
});

test.each(['nginx.conf', 'haproxy.cfg', 'Caddyfile'])(
  'the shipped proxy %s replaces the address and the request id that a caller sends',
  (name) => {
    const text = readFileSync(new URL(`../../ops/${name}`, import.meta.url), 'utf8');
    for (const header of ['X-Forwarded-For', 'X-Request-ID'])
      expect(text).toMatch(
        new RegExp(`^\\s*(?:proxy_set_header|header_up|http-request (?:set|del)-header) ${header}\\b`, 'm'),
      );
  },
);

test('with PUBLIC_URL, /metrics needs the token, also from this machine', async () => {
  expect((await call(server, { method: 'GET', url: '/metrics' })).status).toBe(200);
  expect((await call(behindTls.server, { method: 'GET', url: '/metrics' })).status).toBe(404);
  const withToken = await secondServer(services.db, {
    config: { publicUrl: 'https://almas.dz', metricsToken: 'a-token-of-tests' },
  });
  const headers = { authorization: 'Bearer a-token-of-tests' };
  expect((await call(withToken.server, { method: 'GET', url: '/metrics', headers })).status).toBe(200);
});

/** The lists whose order begins with a time or a number: a cursor of the suppliers begins with a name, and any text is one. */
const timedLists = routes.filter(
  ([name, { method, query }]) =>
    method === 'GET' && query && 'cursor' in query.shape && name !== 'suppliers.list',
);

/** By the user, or with a key where a program calls. */
const read = ({ access }: Pick<Route, 'access'>, user: TestUser, url: string) =>
  access === 'key' ? call(server, { method: 'GET', url, headers: withKey(key) }, '') : user.get(url);

test('a page cursor of the year 0 is refused on every list', async () => {
  const reseller = await createUser(server, services);
  const cursor = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  for (const [, route] of timedLists) {
    for (const user of [reseller, admin]) {
      for (const id of [1, unknownId]) {
        const url = `${route.path.replace(/:\w+/g, user.id)}?cursor=${cursor(['0000-01-01T00:00:00Z', id])}`;
        const { status } = await read(route, user, url);
        expect([403, 404, 422], `${url} ${status}`).toContain(status);
      }
    }
  }
});

test('a page cursor with a day that does not exist is refused on every list, in every order', async () => {
  const reseller = await createUser(server, services);
  const cursor = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  const orders = ['', '&sort=amount', '&status=processed', '&order=asc'];
  let refused = 0;
  for (const [, route] of timedLists) {
    for (const user of [reseller, admin]) {
      for (const day of ['2023-02-29', '2024-02-30', '2024-04-31']) {
        const time = `${day}T00:00:00Z`;
        for (const values of [[time], [time, 1], [time, unknownId], [100, time, 1]]) {
          for (const order of orders) {
            const url = `${route.path.replace(/:\w+/g, user.id)}?cursor=${cursor(values)}${order}`;
            const { status } = await read(route, user, url);
            expect([403, 404, 422], `${url} ${status}`).toContain(status);
            if (status === 422) refused += 1;
          }
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(100);
});

test('a time whose fraction has five hundred digits is refused in a page cursor and in a filter', async () => {
  const time = `2026-01-01T12:00:00.${'0'.repeat(500)}Z`;
  const cursor = Buffer.from(JSON.stringify([time, admin.id])).toString('base64url');
  const responses = [
    await admin.get(`/api/users?cursor=${cursor}`),
    await admin.get(`/api/recharge-requests?since=${time}`),
    await admin.post('/api/exports/recharge-requests', { since: time }),
  ];
  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
    responses.map(() => [422, 'INVALID_INPUT']),
  );
});

test('a client address with a port counts as the address, and everything that is no address counts together', () => {
  expect(networkOf('41.1.1.3:1001')).toBe('41.1.1.3');
  expect(networkOf('[2001:db8:1:2::1]:1001')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('[2001:db8:1:2::1]')).toBe(networkOf('2001:db8:1:2::9'));
  const invented = ['x0', 'x1', '', '999.1.1.1', '41.1.1.3:x', 'unknown', '_hidden', '41.1.1.3, 41.1.1.4'];
  expect(new Set(invented.map(networkOf)).size).toBe(1);
});
