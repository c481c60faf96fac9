import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services } = await testApp();
let admin: TestUser;
let buyer: TestUser;
beforeAll(async () => {
  admin = await createUser(server, services, { role: 'admin' });
  buyer = await createUser(server, services, { balance: 1_000_000 });
  for (let i = 0; i < 20; i += 1) await createProduct(admin, { name: `Produit ${i}` });
});

const get = (url: string, user: TestUser, encoding = 'gzip, deflate, br') =>
  server.inject({ method: 'GET', url, headers: { cookie: user.cookie, 'accept-encoding': encoding } });

describe('compressed responses', () => {
  test('a caller that accepts gzip gets a long list compressed, with the ETag of the uncompressed response', async () => {
    const plain = await get('/api/products', buyer, 'identity');
    const compressed = await get('/api/products', buyer);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers.vary).toBe('cookie, accept-encoding');
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  test('a page of a list of 30 kB is compressed in one call, so that its length is sent with it', async () => {
    for (let i = 0; i < 40; i += 1) await createUser(server, services);
    const plain = await get('/api/users', admin, 'identity');
    const compressed = await get('/api/users', admin);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers.vary).toContain('accept-encoding');
    expect(Number(compressed.headers['content-length'])).toBe(compressed.rawPayload.length);
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
  });

  test('a short response and a response with codes are sent uncompressed to a caller that accepts gzip', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 100);
    const bought = await buy(buyer, product, 100);
    expect(bought.status).toBe(200);
    const codes = await get(`/api/purchases/${bought.body.id}`, buyer);
    expect(codes.rawPayload.length).toBeGreaterThan(4_096);
    for (const response of [codes, await get('/api/me', buyer)]) {
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-encoding']).toBeUndefined();
    }
  });
});
