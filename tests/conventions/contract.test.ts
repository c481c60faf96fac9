import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';

const { server } = await testApp();
await server.ready();
const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);

test('every route of the contract is served', () => {
  const missing = routes.filter(({ method, path }) => !server.hasRoute({ method, url: path }));
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('no two routes share method and path', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('every route that moves money takes a key, and every answer with codes or a password is secret', () => {
  const keyed = routes.filter(({ idempotent }) => idempotent).map(({ path }) => path);
  expect(keyed).toEqual(
    expect.arrayContaining([
      '/api/purchases',
      '/api/users/:id/recharge',
      '/api/recharge-requests/:id/approve',
      '/api/free-fire/requests',
    ]),
  );
});
