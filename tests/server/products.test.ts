import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { somebody } from '../support/people.ts';
import { aProduct, offerOf, stockUp } from '../support/shop.ts';

const { server, services } = await testApp();
const admin = await somebody(server, services, { role: 'admin' });
const reseller = await somebody(server, services);

describe('creation', () => {
  test('takes every field, offers start with stock 0 whatever is sent [RWO-25][PRD-29][PRD-43][ENT-19]', async () => {
    const answer = await admin.post('/api/products', {
      name: ' Diamants Free Fire ',
      game: 'Free Fire',
      category: 'Battle royale',
      description: 'Livraison immédiate',
      imageUrl: 'https://exemple.dz/ff.png',
      status: 'inactive',
      offers: [
        { id: 'tmp-1', name: '100+10', value: '110 Diamants', price: 150.25, region: 'EU', stock: 99 },
        { name: '200+20', value: '220 Diamants', price: 300 },
      ],
    });
    expect(answer.status).toBe(200);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(answer.body).toEqual({
      id,
      name: 'Diamants Free Fire',
      game: 'Free Fire',
      category: 'Battle royale',
      description: 'Livraison immédiate',
      imageUrl: 'https://exemple.dz/ff.png',
      status: 'inactive',
      offers: [
        { id, name: '100+10', value: '110 Diamants', price: 150.25, region: 'EU', stock: 0 },
        { id, name: '200+20', value: '220 Diamants', price: 300, region: 'DZ', stock: 0 },
      ],
      createdAt: time,
      updatedAt: time,
      lastSale: null,
    });
    expect((await admin.get(`/api/products/${answer.body.id}`)).body).toEqual(answer.body);
  });
});

describe('import', () => {
  test('raises the stock', async () => {
    const product = await aProduct(admin);
    await stockUp(admin, product, 3);
    const read = await reseller.get(`/api/products/${product.id}`);
    expect(offerOf(read.body).stock).toBe(3);
    const list = await reseller.get('/api/products');
    expect(list.headers.etag).toMatch(/^W\/"/);
  });
});
