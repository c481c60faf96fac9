import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import type { Queryable } from '../../server/src/database/pool.ts';
import type { ReadReplica } from '../../server/src/database/read-replica.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);
const flagged = routes.filter(({ readsReplica }) => readsReplica);

test('the routes that a standby may answer are the listed lists and totals of administrators', () => {
  expect(flagged.map(({ path }) => path).sort()).toEqual([
    '/api/audit-trail',
    '/api/codes',
    '/api/free-fire/history',
    '/api/free-fire/requests',
    '/api/free-fire/stats',
    '/api/purchases',
    '/api/recharge-requests/:id/history',
    '/api/recharges',
    '/api/statistics',
    '/api/statistics/activity',
    '/api/transactions',
    '/api/users/:id/transactions',
  ]);
  for (const { method, path, secret, idempotent, resolvesSession } of flagged)
    expect({ path, method, secret, idempotent, resolvesSession }).toEqual({ path, method: 'GET' });
});

/** Writes, sessions, keys of money commands, a balance to act upon, the stock. Columns of records have other names. */
const forbidden =
  /\b(insert|update|delete|for (share|no key)|nextval|sessions|idempotency_keys|rate_limits|balance|offer_stock)\b/i;

test('the standby answers no write, session, balance or stock, and nothing for a reseller', async () => {
  const { db } = await freshDatabase();
  const queries: string[] = [];
  const reads: Queryable = {
    query: (query) => {
      queries.push(`${query.name}: ${query.text}`);
      return db.query(query);
    },
  };
  const replica: ReadReplica = {
    reads,
    figures: () => undefined,
    forLongRead: async () => ({ db, fallback: undefined }),
    end: async () => undefined,
  };
  const { server, services } = await secondServer(db, { services: { replica } });
  const admin = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services, { balance: 10_000 });
  const product = await createProduct(admin, { offers: [{ price: 10 }] });
  await importCodes(admin, product, 5);
  expect((await buy(reseller, product)).status).toBe(200);
  expect((await reseller.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).status).toBe(200);
  const pathOf = ({ path }: Route) =>
    path
      .replace('/users/:id/', `/users/${reseller.id}/`)
      .replace('/recharge-requests/:id/', '/recharge-requests/1/');

  for (const { method, path } of routes.filter(({ method }) => method === 'GET')) {
    if (path === '/api/events') continue;
    expect(method).toBe('GET');
    await reseller.get(path);
  }
  expect(queries).toEqual([]);

  for (const route of flagged) {
    const before = queries.length;
    expect((await admin.get(pathOf(route))).status, route.path).toBe(200);
    expect(queries.length, route.path).toBeGreaterThan(before);
  }
  expect((await admin.get('/api/transactions?search=abc')).status).toBe(200);
  expect((await admin.get(`/api/purchases?userId=${reseller.id}&search=a`)).status).toBe(200);
  expect(queries.filter((text) => forbidden.test(text))).toEqual([]);

  const before = queries.length;
  for (const { path } of routes.filter(({ method, readsReplica }) => method === 'GET' && !readsReplica)) {
    if (path !== '/api/events') await admin.get(path);
  }
  expect(queries.length).toBe(before);
});
