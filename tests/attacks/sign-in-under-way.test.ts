import { expect, test } from 'vitest';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { call, createUser, password } from '../support/users.ts';

/*
 * Attack: an attacker who knows the old password has a sign-in or a change of password running while the account is being protected.
 */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

const post = (url: string, payload: object, cookie = '') =>
  call(server, { method: 'POST', url, payload }, cookie);
const signIn = (email: string, secret = password) => post('/api/login', { email, password: secret });

test('a sign-in with the old password that is running while an administrator resets it opens no session', async () => {
  const reseller = await createUser(server, services);
  await signIn(reseller.email);
  const network = await holdRows(
    services.db,
    'SELECT FROM sign_in_networks WHERE user_id = $1 FOR UPDATE',
    reseller.id,
  );
  const underWay = signIn(reseller.email);
  await eventually(async () => (await network.waiting()) > 0);
  const { temporaryPassword } = (await admin.post(`/api/users/${reseller.id}/temporary-password`)).body;
  await network.release();
  const response = await underWay;
  expect(response.body).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
  expect(response.status).toBe(401);
  const rows = await query(
    `SELECT FROM sessions WHERE user_id = $1 UNION ALL SELECT FROM pending_sign_ins WHERE user_id = $1`,
    reseller.id,
  );
  expect(rows).toEqual([]);
  // The temporary password still leads to the choice of a new one.
  expect((await signIn(reseller.email, temporaryPassword)).body).toEqual({ pending: 'password' });
});

test('a sign-in whose password is replaced before its next step is stored gets no such step', async () => {
  const reseller = await createUser(server, services);
  await admin.put(`/api/users/${reseller.id}/second-factor`, { required: true });
  expect((await signIn(reseller.email)).body).toEqual({ pending: 'enrolment' });
  const replaced = await holdRows(
    services.db,
    `UPDATE users SET password_hash = overlay(password_hash PLACING 'AAAA' FROM 40) WHERE id = $1`,
    reseller.id,
  );
  const underWay = signIn(reseller.email);
  await eventually(async () => (await replaced.waiting()) > 0);
  await replaced.release();
  const response = await underWay;
  expect(response.body).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
  expect(response.status).toBe(401);
  expect(response.headers['set-cookie']).toBeUndefined();
});

test('a change of password that is running while another password is set does not replace that one', async () => {
  const victim = await createUser(server, services, { role: 'admin' });
  const rows = await query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    admin.id,
  );
  const reset = await holdRows(
    services.db,
    `UPDATE users SET password_hash = overlay($2::text PLACING 'AAAA' FROM 40) WHERE id = $1`,
    victim.id,
    rows[0]?.hash,
  );
  const change = post(
    '/api/me/password',
    { current: password, password: 'le-mot-de-l-attaquant' },
    victim.cookie,
  );
  await eventually(async () => (await reset.waiting()) > 0);
  await reset.release();
  expect((await change).body).toMatchObject({ code: 'PASSWORD_WRONG' });
  expect((await signIn(victim.email, 'le-mot-de-l-attaquant')).status).toBe(401);
});

test('a choice of password that is running while an administrator resets it again does not replace the new temporary one', async () => {
  const reseller = await createUser(server, services);
  const reset = async () =>
    (await admin.post(`/api/users/${reseller.id}/temporary-password`)).body.temporaryPassword as string;
  const begun = await signIn(reseller.email, await reset());
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const row = await holdRows(services.db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', reseller.id);
  const second = reset();
  await eventually(async () => (await row.waiting()) > 0);
  const choice = post('/api/login/password', { password: 'le-mot-de-l-attaquant' }, cookie);
  await row.release();
  const temporaryPassword = await second;
  const chosen = await choice;
  // Whichever came first, only the last temporary password signs in.
  expect([200, 401]).toContain(chosen.status);
  expect((await signIn(reseller.email, temporaryPassword)).body).toEqual({ pending: 'password' });
  expect((await signIn(reseller.email, 'le-mot-de-l-attaquant')).status).toBe(401);
});

test('no session opens for an account that must show or set up a second factor first', async () => {
  const reseller = await createUser(server, services);
  await admin.put(`/api/users/${reseller.id}/second-factor`, { required: true });
  const open = sessions(services.db, undefined).open({ id: reseller.id, role: 'reseller' });
  await expect(open).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' });
});
