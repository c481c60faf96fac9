import { describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';

/* A browser that opens the shop by another name, or over http. */
const { services } = await testApp();
const { server } = await secondServer(services.db, { config: { publicUrl: 'https://almas.dz' } });
const navigation = { accept: 'text/html,application/xhtml+xml', 'upgrade-insecure-requests': '1' };
const open = (headers: Record<string, string>, url = '/catalog?game=PUBG') =>
  server.inject({ method: 'GET', url, headers: { ...navigation, ...headers } });

describe('with PUBLIC_URL, a page', () => {
  test('a page that is opened by another name leads to the same page at the public address', async () => {
    for (const host of ['www.almas.dz', 'almas.example.com:8080']) {
      const response = await open({ host, 'sec-fetch-mode': 'navigate', 'x-forwarded-for': '41.100.0.1' });
      expect([host, response.statusCode]).toEqual([host, 302]);
      expect(response.headers.location).toBe('https://almas.dz/catalog?game=PUBG');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test('a page that is opened over http on the server itself leads to the public address', async () => {
    for (const host of ['192.168.1.5:3000', 'localhost:3000', 'almas.dz'])
      expect([host, (await open({ host })).headers.location]).toEqual([
        host,
        'https://almas.dz/catalog?game=PUBG',
      ]);
  });

  test('a page behind a proxy, whatever the internal name, and at the public address is served', async () => {
    for (const headers of [
      { host: 'almas1:3000', 'x-forwarded-for': '41.100.0.1' },
      { host: '10.0.0.5:3000', via: '1.1 proxy' },
      { host: 'almas1:3000', 'sec-fetch-mode': 'navigate' },
      { host: 'almas.dz', 'sec-fetch-mode': 'navigate' },
    ])
      expect([headers.host, (await open(headers)).statusCode]).toEqual([headers.host, 200]);
  });

  test('calls of programs, health checks and the API are never led elsewhere', async () => {
    for (const url of ['/healthz', '/readyz', '/api/configuration'])
      expect([
        url,
        (await server.inject({ method: 'GET', url, headers: { host: 'www.almas.dz', accept: '*/*' } }))
          .statusCode,
      ]).toEqual([url, 200]);
    expect((await open({ host: 'www.almas.dz' }, '/api/configuration')).statusCode).toBe(200);
  });
});
