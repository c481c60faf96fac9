import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct } from '../support/shop.ts';
import { sourceFiles } from '../support/source-files.ts';
import { call, createUser, signIn } from '../support/users.ts';

/* AMB-21: a deactivated administrator has no right of an administrator. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 100 });

/** Creates an administrator whom another one has deactivated, and who signed in again. */
async function deactivated() {
  const other = await createUser(server, services, { role: 'admin' });
  await admin.post(`/api/users/${other.id}/deactivate`);
  const response = await signIn(server, other.email);
  return { ...other, response, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' };
}

describe('a deactivated administrator', () => {
  test('an administrator who is deactivated loses the open session immediately', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    expect((await other.get('/api/me')).status).toBe(200);
    await admin.post(`/api/users/${other.id}/deactivate`);
    expect((await other.get('/api/me')).status).toBe(401);
  });

  test('a deactivated administrator cannot send a notification to a reseller', async () => {
    const { cookie } = await deactivated();
    const payload = {
      userId: reseller.id,
      type: 'balance_credited',
      title: 'Solde crédité',
      message: 'Votre solde a été crédité de 900\u00a0000 DZD',
    };
    const response = await call(server, { method: 'POST', url: '/api/notifications', payload }, cookie);
    expect(response.status).toBe(403);
    const seen = await reseller.get('/api/notifications');
    expect(JSON.stringify(seen.body)).not.toContain('900000');
  });

  test('a deactivated administrator sees no draft product, neither in the list nor by its id', async () => {
    const draft = await createProduct(admin, { status: 'draft' });
    const { cookie } = await deactivated();
    const get = (url: string) => call(server, { method: 'GET', url }, cookie);
    expect((await get(`/api/products/${draft.id}`)).status).toBe(404);
    expect((await get('/api/products?status=draft')).body.items ?? []).toEqual([]);
  });

  test.each(['deactivated first', 'active first'])(
    'an active and a deactivated administrator who read the catalogue one after the other, the %s, each get their own',
    async (order) => {
      const draft = await createProduct(admin, { status: 'draft' });
      const { cookie } = await deactivated();
      const namesDraft = async (who: string) => {
        const { text } = await call(server, { method: 'GET', url: '/api/products' }, who);
        return text.includes(draft.id);
      };
      const cookies = [cookie, admin.cookie];
      if (order === 'active first') cookies.reverse();
      const seen: [string, boolean][] = [];
      for (const who of cookies) seen.push([who, await namesDraft(who)]);
      expect(Object.fromEntries(seen)).toEqual({ [cookie]: false, [admin.cookie]: true });
    },
  );

  test('a deactivated administrator can sign in, and gets the account without its internal notes', async () => {
    const { response, cookie } = await deactivated();
    expect(response.body).toMatchObject({ role: 'admin', status: 'inactive' });
    expect(response.body).not.toHaveProperty('internalNotes');
    const me = await call(server, { method: 'GET', url: '/api/me' }, cookie);
    expect(me.body).not.toHaveProperty('internalNotes');
  });
});

test('a deactivated reseller keeps the session and sees their own account as inactive [AMB-21]', async () => {
  const user = await createUser(server, services);
  await admin.post(`/api/users/${user.id}/deactivate`);
  expect((await user.get('/api/me')).body).toMatchObject({ status: 'inactive' });
});

test('no code outside authorization checks the role of the acting account itself: `administers` decides its rights', () => {
  const judged = sourceFiles(/^server\/src\/(?!authorization\/).*\.ts$/)
    .filter(({ text }) => /\b(actor|viewer|caller|sender|member)\??\.role [!=]== 'admin'/.test(text))
    .map(({ path }) => path);
  expect(judged).toEqual([]);
});
