import { expect, test } from 'vitest';
import type { Audience } from '../../server/src/live/hub.ts';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const reported: [Audience, { type: string }][] = [];
const { server, services } = await testApp({
  services: { live: { publish: (audience, event) => void reported.push([audience, event]) } },
});
const admin = await createUser(server, services, { role: 'admin' });

test('every change of the catalogue is published to all screens, a refused one is not', async () => {
  const product = await createProduct(admin);
  const path = `/api/products/${product.id}`;
  await admin.put(path, { name: 'Autre', game: 'G' });
  await admin.patch(path, { status: 'inactive' });
  await admin.post(`${path}/offers`, { name: 'X', value: '1 UC', price: 1 });
  await importCodes(admin, product, ['A-1']);
  await admin.post(`${path}/offers/${offerOf(product).id}/codes`, { codes: ['A-1'] });
  await admin.put(path, { name: '', game: 'G' });
  await admin.delete(path);
  await admin.delete(path);
  const catalogue = ['everyone', { type: 'catalogue' }];
  const codes = [{ role: 'admin' }, { type: 'codes' }];
  expect(reported).toEqual([
    catalogue,
    catalogue,
    catalogue,
    catalogue,
    ['everyone', { type: 'stock', productId: product.id }],
    codes,
    catalogue,
    codes,
  ]);
});

// Turned red by: a reseller who copies the number of an account that the owner has replaced.
test('what the shop says of itself is read again by the screens that show it [WRK-20][WRK-21]', async () => {
  reported.length = 0;
  await admin.put('/api/business/payment-accounts', { items: [] });
  await admin.put('/api/business/contact', { phone: '', hours: 'Le matin' });
  await admin.put('/api/business/refusal-reasons', { recharge: ['Reçu flou'], freeFire: [] });
  const changed = { type: 'features' };
  expect(reported).toEqual([
    ['everyone', changed],
    ['everyone', changed],
    [{ role: 'admin' }, changed],
  ]);
});
