import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser, signIn, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();

let admin: TestUser;
let zoe: TestUser;
let karim: TestUser;
let waiting: TestUser;
let idle: TestUser;
beforeAll(async () => {
  admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
  zoe = await createUser(server, services, {
    firstName: 'Zoé',
    lastName: 'Élias',
    company: 'Cyber Béjaïa',
    email: 'Zoe.E@exemple.dz',
  });
  karim = await createUser(server, services, {
    firstName: 'Karim',
    lastName: 'Brahimi',
    company: 'Jeux 100%',
  });
  waiting = await createUser(server, services, { status: 'pending', firstName: 'Amel' });
  idle = await createUser(server, services, { status: 'inactive', firstName: 'Samir' });
  // Created a minute apart, in this order: accounts of the same millisecond have no defined order.
  for (const [minute, { id }] of [admin, zoe, karim, waiting, idle].entries())
    await query(
      `UPDATE users SET created_at = now() - interval '1 hour' + make_interval(mins => $2::int) WHERE id = $1`,
      id,
      minute,
    );
});
const list = async (query = '') => (await admin.get(`/api/users?${query}`)).body;
const ids = async (query: string) => (await list(query)).items.map(({ id }: { id: string }) => id);

describe('the list of accounts', () => {
  test('the list of accounts contains all accounts, newest first, with the count [RWO-02]', async () => {
    const page = await list();
    expect(page).toMatchObject({ count: 5, capped: false, nextCursor: null });
    expect(page.items.map(({ id }: { id: string }) => id)).toEqual([
      idle.id,
      waiting.id,
      karim.id,
      zoe.id,
      admin.id,
    ]);
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual([karim.id, zoe.id]);
    expect((await admin.get('/api/users?cursor=abc')).status).toBe(422);
  });

  test('the list of accounts is filtered by status and by role, alone and together [RWO-03]', async () => {
    expect(await ids('status=pending&role=reseller')).toEqual([waiting.id]);
    expect(await ids('status=active&role=reseller')).toEqual([karim.id, zoe.id]);
    expect(await ids('status=active')).toEqual([karim.id, zoe.id, admin.id]);
    expect(await ids('status=inactive')).toEqual([idle.id]);
    expect(await ids('role=admin')).toEqual([admin.id]);
    expect((await list('role=admin&status=pending')).count).toBe(0);
    expect((await admin.get('/api/users?status=autre')).status).toBe(422);
  });

  test.each([
    ['a name', 'zoe elias'],
    ['a name as written', 'Zoé Élias'],
    ['a part of an email', 'ZOE.e@'],
    ['an email up to its end', 'zoe.e@exemple'],
    ['a company', ' bejaia '],
  ])('the list of accounts is searched by %s [PRM-19]', async (_what, search) => {
    expect(await ids(`search=${encodeURIComponent(search)}`)).toEqual([zoe.id]);
  });

  test('the search of accounts takes pattern characters literally, and combines with filters and pages', async () => {
    expect(await ids('search=100%25')).toEqual([karim.id]);
    expect(await ids('search=%25')).toEqual([karim.id]);
    expect(await ids('search=a_im')).toEqual([]);
    expect(await ids('search=exemple&status=active&role=reseller')).toEqual([karim.id, zoe.id]);
    const page = await list('search=exemple&limit=4');
    expect(page.count).toBe(5);
    expect(await ids(`search=exemple&limit=4&cursor=${page.nextCursor}`)).toEqual([admin.id]);
  });

  test('the list of accounts and a single account are for administrators, and an unknown account is not found [RWO-01]', async () => {
    const response = await admin.get(`/api/users/${zoe.id}`);
    expect(response.body).toMatchObject({ id: zoe.id, email: 'Zoe.E@exemple.dz', company: 'Cyber Béjaïa' });
    for (const unknown of ['personne', '00000000-0000-4000-8000-000000000009']) {
      const none = await admin.get(`/api/users/${unknown}`);
      expect(none.status).toBe(404);
      expect(none.body.message).toBe('Utilisateur introuvable');
    }
    for (const url of ['/api/users', `/api/users/${zoe.id}`, `/api/users/${karim.id}`]) {
      expect((await zoe.get(url)).status).toBe(403);
    }
  });
});

test('an account has the fields of the specification, and the id of its session [ENT-01][ENT-02][ENT-06]', async () => {
  const me = (await zoe.get('/api/me')).body;
  expect(Object.keys(me)).toEqual(
    expect.arrayContaining(
      'email role status balance createdAt updatedAt firstName lastName displayName company phone address city postalCode lastRecharge lastPurchase activatedBy activatedAt deactivatedBy deactivatedAt deactivationReason'.split(
        ' ',
      ),
    ),
  );
  expect(me).toMatchObject({ id: zoe.id, balance: 0, displayName: 'Zoé Élias' });
});

test('a role or status that does not exist cannot be stored, and a role taken away is effective immediately [ENT-03][ENT-04][PRM-01]', async () => {
  for (const column of ['role', 'status']) {
    await expect(
      services.db.query({ text: `UPDATE users SET ${column} = 'autre' WHERE id = $1`, values: [zoe.id] }),
    ).rejects.toThrow(/check constraint/);
  }
  const demoted = await createUser(server, services, { role: 'admin' });
  expect((await demoted.get('/api/users')).status).toBe(200);
  await services.db.query({ text: `UPDATE users SET role = 'reseller' WHERE id = $1`, values: [demoted.id] });
  expect((await demoted.get('/api/users')).status).toBe(403);
});

describe('activation and deactivation', () => {
  test('the activation and deactivation of an account store who did it and when, and the reason given [RWO-31][RWO-32]', async () => {
    const user = await createUser(server, services, { status: 'pending' });
    const began = Date.now();
    await admin.post(`/api/users/${user.id}/activate`);
    await admin.post(`/api/users/${user.id}/deactivate`, { reason: 'Impayé' });
    const [stored] = await query(
      'SELECT activated_by, activated_at, deactivated_by, deactivated_at, deactivation_reason FROM users WHERE id = $1',
      user.id,
    );
    expect(stored).toMatchObject({
      activated_by: admin.id,
      deactivated_by: admin.id,
      deactivation_reason: 'Impayé',
    });
    for (const time of [stored?.activated_at, stored?.deactivated_at]) {
      expect(Date.parse(String(time))).toBeGreaterThanOrEqual(began - 1_000);
    }
  });

  test('an inactive reseller can be activated again', async () => {
    expect((await admin.post(`/api/users/${idle.id}/activate`)).body.status).toBe('active');
  });
});

describe('the own profile', () => {
  test('a user’s own profile takes seven fields and shows the changes immediately [PRF-06][RWO-33]', async () => {
    const change = {
      firstName: 'Zohra',
      lastName: 'Amrani',
      phone: '0661',
      company: 'Nouveau Cyber',
      address: '1 rue Didouche',
      city: 'Alger',
      postalCode: '16000',
    };
    const user = await createUser(server, services);
    expect((await user.patch('/api/me', change)).body).toMatchObject({
      ...change,
      displayName: 'Zohra Amrani',
    });
    expect((await user.get('/api/me')).body).toMatchObject(change);
    await user.patch('/api/me', { city: 'Oran' });
    expect((await user.get('/api/me')).body).toMatchObject({ ...change, city: 'Oran' });
    expect(await query('SELECT first_name, city FROM users WHERE id = $1', user.id)).toEqual([
      { first_name: 'Zohra', city: 'Oran' },
    ]);
    const moved = {
      firstName: 'Samia',
      lastName: 'Bey',
      phone: '0770',
      company: 'Autre Cyber',
      address: '2 rue Ben M’hidi',
      city: 'Blida',
      postalCode: '09000',
    };
    await user.patch('/api/me', moved);
    expect((await user.get('/api/me')).body).toMatchObject({ ...moved, displayName: 'Samia Bey' });
  });

  test('a user’s own profile ignores every other field that is sent, such as role, status or balance [PRF-07]', async () => {
    const [before] = await query('SELECT * FROM users WHERE id = $1', karim.id);
    const response = await karim.patch('/api/me', {
      id: zoe.id,
      email: 'autre@exemple.dz',
      role: 'admin',
      status: 'inactive',
      balance: 1_000_000,
      displayName: 'Chef',
      internalNotes: 'x',
      activatedBy: zoe.id,
      city: 'Sétif',
    });
    expect(response.status).toBe(200);
    const [after] = await query('SELECT * FROM users WHERE id = $1', karim.id);
    expect(after).toEqual({ ...before, city: 'Sétif', updated_at: after?.updated_at });
  });

  test('a user’s own profile accepts blank fields, and refuses a number as phone [PRF-08]', async () => {
    const user = await createUser(server, services);
    const response = await user.patch('/api/me', { phone: '', company: ' ', firstName: '', lastName: '' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ phone: '', company: '', firstName: '', displayName: '' });
    expect((await user.patch('/api/me', { phone: 5 })).status).toBe(422);
  });
});

describe('a temporary password', () => {
  test('a temporary password of a reseller ends every session, signs in, and is audited without the password itself', async () => {
    const user = await createUser(server, services);
    const response = await admin.post(`/api/users/${user.id}/temporary-password`);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { temporaryPassword } = response.body;
    expect((await user.get('/api/me')).status).toBe(401);
    expect((await signIn(server, user.email)).status).toBe(401);
    expect((await signIn(server, user.email, temporaryPassword)).status).toBe(200);
    const trail = await query('SELECT * FROM audit_trail WHERE subject_id = $1', user.id);
    expect(trail).toEqual([expect.objectContaining({ action: 'user.reset-password', actor_id: admin.id })]);
    expect(JSON.stringify(trail)).not.toContain(temporaryPassword);
  });

  test('a temporary password is refused for an administrator, for an unknown account, and to a reseller', async () => {
    expect((await admin.post(`/api/users/${admin.id}/temporary-password`)).status).toBe(403);
    expect((await admin.post('/api/users/personne/temporary-password')).status).toBe(404);
    expect((await zoe.post(`/api/users/${karim.id}/temporary-password`)).status).toBe(403);
    expect((await zoe.get('/api/me')).status).toBe(200);
  });
});

test('an account that does not exist is neither activated, deactivated nor signed out, and the caller gets 404', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const response of [
    await admin.post(`/api/users/${unknown}/activate`),
    await admin.post(`/api/users/${unknown}/deactivate`),
    await admin.delete(`/api/users/${unknown}/sessions`),
    await admin.post(`/api/users/${unknown}/temporary-password`),
  ])
    expect([response.status, response.body.code]).toEqual([404, 'USER_NOT_FOUND']);
});
