import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { secondServer, testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 500 });

const writes = routes.filter(([, { method }]) => method !== 'GET');
const reads = routes.filter(
  ([, { method, produces }]) => method === 'GET' && produces !== 'text/event-stream',
);
const path = (url: string) => url.replace(/:\w+/g, unknownId);

describe('P20: a call that another site makes a browser send', () => {
  const signs: Record<string, Record<string, string>> = {
    'another origin': { origin: 'https://pirate.example' },
    'a sandboxed frame': { origin: 'null' },
    'another port of this host': { origin: 'http://localhost:81' },
    'the browser’s own word': { 'sec-fetch-site': 'cross-site' },
    'a sister site': { 'sec-fetch-site': 'same-site' },
  };

  test.each(Object.entries(signs))(
    'every route that writes refuses a call from another site with FOREIGN_ORIGIN and changes nothing: %s',
    async (_, headers) => {
      const before = await tableFingerprints(services.db);
      for (const [name, { method, path: url }] of writes) {
        const payload = bodies[name] ?? {};
        const response = await call(server, { method, url: path(url), payload, headers }, admin.cookie);
        expect({ name, status: response.status, code: response.body?.code }).toEqual({
          name,
          status: 403,
          code: 'FOREIGN_ORIGIN',
        });
      }
      expect(await tableFingerprints(services.db)).toEqual(before);
    },
  );

  test('a write passes from its own origin, from the public address behind a proxy, and from a program without an origin', async () => {
    const proxied = await secondServer(services.db, { config: { publicUrl: 'https://almas.dz' } });
    const own = { origin: 'http://localhost:80', host: 'localhost:80', 'sec-fetch-site': 'same-origin' };
    const send = (headers: Record<string, string>, on = server) =>
      call(on, { method: 'PATCH', url: '/api/me', payload: { city: 'Oran' }, headers }, reseller.cookie);
    expect((await send(own)).status).toBe(200);
    const behindProxy = {
      origin: 'https://almas.dz',
      host: '10.0.0.5:3000',
      cookie: `__Host-${reseller.cookie}`,
    };
    expect((await send(behindProxy, proxied.server)).status).toBe(200);
    expect((await send({})).status).toBe(200);
  });

  test.each(['https://ALMAS.dz', 'HTTPS://almas.dz/', 'https://almas.dz:443'])(
    'a write passes from the public address as browsers name it when PUBLIC_URL spells it %s',
    async (typed) => {
      const { publicUrl } = readConfig({ PUBLIC_URL: typed });
      const { server: proxied } = await secondServer(services.db, { config: { publicUrl } });
      const headers = {
        origin: 'https://almas.dz',
        host: 'almas.dz',
        cookie: `__Host-${reseller.cookie}`,
      };
      const sent = await call(proxied, {
        method: 'PATCH',
        url: '/api/me',
        payload: { city: 'Oran' },
        headers,
      });
      expect([sent.status, sent.body?.code]).toEqual([200, undefined]);
    },
  );
});

describe('a reading call', () => {
  test.each([
    ['an administrator', admin],
    ['a reseller', reseller],
  ] as [string, TestUser][])(
    'no route that only reads changes anything in the database when %s calls it',
    async (_, user) => {
      // The first read creates the Free Fire defaults, as the specification says.
      await user.get('/api/free-fire/service');
      await user.get('/api/free-fire/offers');
      const before = await tableFingerprints(services.db);
      for (const [, { path: url }] of reads) {
        const response = await user.get(path(url));
        expect(response.status).toBeLessThan(500);
      }
      expect(await tableFingerprints(services.db)).toEqual(before);
    },
  );
});

describe('P13: what a body claims about role, balance, status, price or accounts', () => {
  test('a reseller who claims role, balance, status, price or accounts in a body changes no account on any route that writes', async () => {
    const victim = await createUser(server, services, { balance: 700 });
    const claims = {
      id: victim.id,
      role: 'admin',
      balance: 999_999,
      status: 'active',
      total: 0,
      totalCost: 0,
      unitPrice: 0.01,
      userId: victim.id,
      adminId: admin.id,
      processedBy: admin.id,
    };
    const users = async () => {
      const rows = await query(`SELECT id, role, status, balance, email FROM users ORDER BY id`);
      return rows;
    };
    const before = await users();
    for (const [name, { method, path: url, access }] of writes) {
      if (access === 'public' || access === 'admin' || name === 'accounts.logout') continue;
      const response = await call(
        server,
        { method, url: path(url), payload: { ...bodies[name], ...claims } },
        reseller.cookie,
      );
      expect(response.status).toBeLessThan(500);
    }
    for (const [name, { method, path: url, access }] of writes) {
      if (access !== 'admin') continue;
      const response = await call(
        server,
        { method, url: path(url), payload: { ...bodies[name], ...claims } },
        reseller.cookie,
      );
      expect(response.status).toBe(403);
    }
    expect(await users()).toEqual(before);
  });
});
