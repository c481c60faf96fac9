import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

/* How the codes of a product are used: written by administrators, read by resellers. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);
const form = {
  name: 'Roblox',
  game: 'Roblox',
  redeemText: 'Ouvrez le jeu.',
  redeemLink: 'https://exemple.dz/code',
};

test('a product says how its codes are used, also after it was removed; a change that leaves the fields out keeps them [CNT-103]', async () => {
  const { body } = await admin.post('/api/products', form);
  const read = async () => (await reseller.get(`/api/products/${body.id}/redeem`)).body;
  expect(await read()).toEqual({ text: 'Ouvrez le jeu.', link: 'https://exemple.dz/code' });
  await admin.put(`/api/products/${body.id}`, { name: 'Roblox', game: 'Roblox' });
  expect(await read()).toEqual({ text: 'Ouvrez le jeu.', link: 'https://exemple.dz/code' });
  await admin.put(`/api/products/${body.id}`, {
    name: 'Roblox',
    game: 'Roblox',
    redeemText: null,
    redeemLink: '',
  });
  expect(await read()).toEqual({ text: '', link: '' });
  await admin.put(`/api/products/${body.id}`, form);
  await admin.delete(`/api/products/${body.id}`);
  expect((await read()).text).toBe('Ouvrez le jeu.');
  expect((await reseller.get('/api/products/none/redeem')).status).toBe(404);
});

test.each([
  'http://exemple.dz/code',
  'javascript:alert(1)',
  'https://user:pass@exemple.dz',
  'https://localhost/x',
  'exemple.dz',
])('the link %s is refused: it must be a public address by https [CNT-103]', async (redeemLink) => {
  const { status, body } = await admin.post('/api/products', { ...form, redeemLink });
  expect([status, body.code]).toEqual([422, 'REDEEM_LINK_INVALID']);
});
