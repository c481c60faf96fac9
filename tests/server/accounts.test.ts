import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { call, createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

const form = (email: string) => ({
  email,
  password: 'secret1',
  firstName: 'Yacine',
  lastName: 'Brahimi',
  company: 'Cyber Alger',
  phone: '0550000000',
});
const register = (payload: object) => call(server, { method: 'POST', url: '/api/register', payload });
const login = (payload: object) => call(server, { method: 'POST', url: '/api/login', payload });

describe('registration', () => {
  test('a registration with a text longer than its field is refused as invalid, not as incomplete', async () => {
    for (const [field, length] of [
      ['firstName', 101],
      ['lastName', 101],
      ['company', 201],
      ['phone', 51],
      ['password', 1_001],
    ] as const) {
      const { status, body } = await register({ ...form('long@exemple.dz'), [field]: '1'.repeat(length) });
      expect([field, status, body.message]).toEqual([field, 422, 'Données invalides']);
    }
  });

  test('a registration creates a pending reseller with an empty balance, whatever role, status or balance its body claims [AUTH-28][AUTH-29][AUTH-30][AUTH-31]', async () => {
    const response = await register({
      ...form('a@exemple.dz'),
      role: 'admin',
      status: 'active',
      balance: 5000,
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      role: 'reseller',
      status: 'pending',
      balance: 0,
      email: 'a@exemple.dz',
    });
    const rows = await query<{ role: string; status: string; balance: number }>(
      'SELECT role, status, balance FROM users WHERE id = $1',
      response.body.id,
    );
    expect(rows).toEqual([{ role: 'reseller', status: 'pending', balance: 0 }]);
  });

  test('a registration with an email already in use is refused with EMAIL_TAKEN, in upper or lower case', async () => {
    await register(form('b@exemple.dz'));
    const response = await register(form('B@Exemple.dz'));
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'Cette adresse email est déjà utilisée',
    });
  });

  test.each([
    [{ email: 'pas une adresse' }, 'Adresse email invalide'],
    [{ password: '12345' }, 'Le mot de passe est trop faible'],
    [{ phone: ' ' }, 'Veuillez remplir tous les champs obligatoires'],
    [{ confirmation: 'autre12' }, 'Les mots de passe ne correspondent pas'],
  ])(
    'a registration with %j is refused with 422 and the French message of the broken rule',
    async (change, message) => {
      const response = await register({ ...form('c@exemple.dz'), ...change });
      expect(response.status).toBe(422);
      expect(response.body.message).toBe(message);
    },
  );
});

describe('session', () => {
  test('a reseller signs in with email and password, and signing out ends the session on the server [AUTH-05][AUTH-32]', async () => {
    await register(form('d@exemple.dz'));
    const response = await login({ email: 'D@exemple.dz', password: 'secret1' });
    expect(response.status).toBe(200);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(response.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const me = () => call(server, { method: 'GET', url: '/api/me' }, cookie);
    expect((await me()).body).toMatchObject({ email: 'd@exemple.dz', status: 'pending' });
    await call(server, { method: 'POST', url: '/api/logout' }, cookie);
    expect((await me()).status).toBe(401);
  });

  test('GET /api/session returns the signed-in user, uncached and without internal notes, and null without a valid session', async () => {
    const member = await createUser(server, services);
    await query(`UPDATE users SET internal_notes = 'Paie tard' WHERE id = $1`, member.id);
    const session = (cookie?: string) => call(server, { method: 'GET', url: '/api/session' }, cookie);
    const own = await session(member.cookie);
    expect(own.body.user).toMatchObject({ id: member.id, email: member.email });
    expect(own.body.user).not.toHaveProperty('internalNotes');
    expect(own.headers['cache-control']).toBe('no-store');
    for (const cookie of [undefined, `almas_session=${'x'.repeat(43)}`])
      expect((await session(cookie)).body).toEqual({ user: null });
  });

  test('a sign-in with an unknown email gets the same response as one with a wrong password [AUTH-06][AUTH-07]', async () => {
    await register(form('e@exemple.dz'));
    const wrong = await login({ email: 'e@exemple.dz', password: 'faux' });
    const unknown = await login({ email: 'personne@exemple.dz', password: 'faux' });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.message).toBe('Email ou mot de passe incorrect');
    expect(wrong.status).toBe(401);
  });

  test('an unauthenticated caller who reads their account gets 401 and the code UNAUTHENTICATED [WAL-31]', async () => {
    const response = await call(server, { method: 'GET', url: '/api/me' });
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ code: 'UNAUTHENTICATED', message: 'Utilisateur non authentifié' });
  });
});

test.each(['pending', 'inactive'] as const)(
  'a reseller whose account is %s cannot change the profile',
  async (status) => {
    const waiting = await createUser(server, services, { status });
    const response = await waiting.patch('/api/me', { company: 'Autre' });
    expect([response.status, response.body.message]).toEqual([403, 'Compte non activé']);
    expect((await waiting.get('/api/me')).body.company).toBe('Cyber Sétif');
  },
);

describe('activation', () => {
  test('an administrator activates a pending reseller, and the account records who did it and when [USR-24][PRM-03][PRM-20]', async () => {
    const pending = await createUser(server, services, { status: 'pending' });
    expect((await pending.get('/api/operations')).status).toBe(403);
    const response = await admin.post(`/api/users/${pending.id}/activate`);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'active', activatedBy: admin.id });
    expect(response.body.activatedAt).toEqual(expect.any(String));
  });

  test('an administrator can activate neither an active reseller nor another administrator [USR-22][USR-23]', async () => {
    const active = await createUser(server, services);
    const other = await createUser(server, services, { role: 'admin' });
    expect((await admin.post(`/api/users/${active.id}/activate`)).body.message).toBe(
      'Le compte est déjà activé',
    );
    expect((await admin.post(`/api/users/${other.id}/activate`)).body.message).toBe(
      'Seuls les revendeurs peuvent être activés',
    );
  });

  // Turned red by: a press on a stale screen that opens an account which a colleague has just refused.
  test('an activation or a refusal of a pending account that a colleague has decided meanwhile is refused', async () => {
    const decided = { status: 409, body: { code: 'ACCOUNT_DECIDED' } };
    const refused = await createUser(server, services, { status: 'pending' });
    await admin.post(`/api/users/${refused.id}/deactivate?from=pending`, { reason: 'Faux papiers' });
    expect(await admin.post(`/api/users/${refused.id}/activate?from=pending`)).toMatchObject(decided);
    const active = await createUser(server, services, { status: 'pending' });
    expect((await admin.post(`/api/users/${active.id}/activate?from=pending`)).status).toBe(200);
    expect(await admin.post(`/api/users/${active.id}/deactivate?from=pending`, {})).toMatchObject(decided);
    expect((await admin.get(`/api/users/${active.id}`)).body.status).toBe('active');
    expect((await admin.post(`/api/users/${refused.id}/activate?from=inactive`)).status).toBe(200);
    expect((await admin.post(`/api/users/${refused.id}/activate?from=ouvert`)).status).toBe(422);
  });

  test('a deactivation records who did it, when and the reason, and the next call of the reseller is refused [USR-25][USR-26][PRM-04]', async () => {
    const reseller = await createUser(server, services);
    const response = await admin.post(`/api/users/${reseller.id}/deactivate`, { reason: 'Impayé' });
    expect(response.body).toMatchObject({
      status: 'inactive',
      deactivatedBy: admin.id,
      deactivationReason: 'Impayé',
    });
    expect(response.body.deactivatedAt).toEqual(expect.any(String));
    expect((await reseller.get('/api/purchases')).body.message).toBe('Compte non activé');
  });

  test('another activation and another deactivation record their own time, administrator and reason [USR-24][USR-25][USR-26]', async () => {
    const colleague = await createUser(server, services, { role: 'admin' });
    const reseller = await createUser(server, services);
    const path = `/api/users/${reseller.id}`;
    await admin.post(`${path}/deactivate`, { reason: 'Impayé' });
    await admin.post(`${path}/activate`);
    await services.db.query({
      text: `UPDATE users SET activated_at = activated_at - interval '1 day', deactivated_at = deactivated_at - interval '1 day'
              WHERE id = $1`,
      values: [reseller.id],
    });
    const { body: former } = await admin.get(path);
    const { body: inactive } = await colleague.post(`${path}/deactivate`, { reason: 'Fermé' });
    expect(inactive).toMatchObject({ deactivatedBy: colleague.id, deactivationReason: 'Fermé' });
    expect(Date.parse(inactive.deactivatedAt)).toBeGreaterThan(Date.parse(former.deactivatedAt));
    const { body: active } = await colleague.post(`${path}/activate`);
    expect(active.activatedBy).toBe(colleague.id);
    expect(Date.parse(active.activatedAt)).toBeGreaterThan(Date.parse(former.activatedAt));
  });

  test('a deactivation without a reason stores an empty reason on the account [USR-29]', async () => {
    const reseller = await createUser(server, services);
    expect((await admin.post(`/api/users/${reseller.id}/deactivate`)).body.deactivationReason).toBe('');
  });

  test('an account that a colleague has deactivated keeps their name and reason, and another deactivation is refused', async () => {
    const reseller = await createUser(server, services);
    const colleague = await createUser(server, services, { role: 'admin' });
    const first = await colleague.post(`/api/users/${reseller.id}/deactivate`, { reason: 'Impayé' });
    const second = await admin.post(`/api/users/${reseller.id}/deactivate`, { reason: 'Doublon' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_INACTIVE', message: 'Le compte est déjà désactivé' },
    });
    expect((await admin.get(`/api/users/${reseller.id}`)).body).toMatchObject(first.body);
  });

  test('an administrator cannot deactivate their own account', async () => {
    expect((await admin.post(`/api/users/${admin.id}/deactivate`)).body.message).toBe(
      'Vous ne pouvez pas désactiver votre propre compte',
    );
  });
});
