import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { createUser, signIn } from '../support/users.ts';

/* Ending the sessions of others: ASVS 7.4.5. */
const { server, services, url, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const run = (...args: string[]) => startCommand(['end-sessions', ...args], onDatabase(url)).ended;
const actions = (subject: string) =>
  query(
    `SELECT actor_name, after FROM audit_trail WHERE subject_id = $1 AND action = 'user.end-sessions' ORDER BY id`,
    subject,
  );
const subscribe = (endpoint: string, userId: string) =>
  query(
    `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, session_id)
     SELECT $1, $2, decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'), id FROM sessions WHERE user_id = $2 LIMIT 1`,
    endpoint,
    userId,
  );

test('an administrator ends all sessions and push subscriptions of an account; its password and other accounts stay', async () => {
  const lost = await createUser(server, services);
  const other = await createUser(server, services);
  expect((await signIn(server, lost.email)).status).toBe(200);
  await subscribe('https://push.example/lost', lost.id);
  const response = await admin.delete(`/api/users/${lost.id}/sessions`);
  expect(response).toMatchObject({ status: 200, body: { ended: 2 } });
  expect((await lost.get('/api/me')).status).toBe(401);
  expect((await other.get('/api/me')).status).toBe(200);
  expect(await query('SELECT FROM push_subscriptions WHERE user_id = $1', lost.id)).toEqual([]);
  expect(await actions(lost.id)).toEqual([{ actor_name: 'Amine Benali', after: { sessions: 2 } }]);
  expect((await signIn(server, lost.email)).status).toBe(200);
});

test('when an administrator ends the sessions of an account, its sign-in that is under way ends too', async () => {
  const user = await createUser(server, services);
  const { temporaryPassword } = (await admin.post(`/api/users/${user.id}/temporary-password`)).body;
  const begun = await signIn(server, user.email, temporaryPassword);
  expect(begun.status).toBe(200);
  expect(await query('SELECT FROM pending_sign_ins WHERE user_id = $1', user.id)).toHaveLength(1);
  expect((await admin.delete(`/api/users/${user.id}/sessions`)).body).toEqual({ ended: 0 });
  expect(await query('SELECT FROM pending_sign_ins WHERE user_id = $1', user.id)).toEqual([]);
});

test('an administrator ends all sessions of the own account, the one of the call included, and the audit trail records it', async () => {
  const otherAdmin = await createUser(server, services, { role: 'admin' });
  expect((await signIn(server, otherAdmin.email)).status).toBe(200);
  expect(await otherAdmin.delete(`/api/users/${otherAdmin.id}/sessions`)).toMatchObject({
    status: 200,
    body: { ended: 2 },
  });
  expect((await otherAdmin.get('/api/me')).status).toBe(401);
  expect(await actions(otherAdmin.id)).toEqual([{ actor_name: 'Amine Benali', after: { sessions: 2 } }]);
});

test('a reseller cannot end the sessions of another account, and an administrator gets 404 for an unknown one', async () => {
  const [one, two] = [await createUser(server, services), await createUser(server, services)];
  expect((await one.delete(`/api/users/${two.id}/sessions`)).status).toBe(403);
  expect((await two.get('/api/me')).status).toBe(200);
  expect((await admin.delete('/api/users/personne/sessions')).status).toBe(404);
});

// Five commands, each in a process of its own.
test('the operator ends the sessions of one account, or of all with --all, and the audit trail records it', async () => {
  const one = await createUser(server, services, { role: 'admin' });
  expect(await run('personne@exemple.dz')).toEqual({
    code: 1,
    output: 'Aucun compte n’a l’adresse personne@exemple.dz.\n',
  });
  for (const args of [[], [one.email, '--all']])
    expect(await run(...args)).toEqual({
      code: 1,
      output: 'Donnez une adresse e-mail, ou --all pour fermer les sessions de tous les comptes.\n',
    });
  expect((await one.get('/api/me')).status).toBe(200);
  expect(await run(one.email)).toEqual({ code: 0, output: 'Sessions fermées : 1.\n' });
  expect((await one.get('/api/me')).status).toBe(401);
  expect((await admin.get('/api/me')).status).toBe(200);
  expect(await actions(one.id)).toEqual([{ actor_name: 'Ligne de commande', after: { sessions: 1 } }]);

  const [{ open }] = (await query('SELECT count(*)::int AS open FROM sessions')) as [{ open: number }];
  expect((await run('--all')).output).toBe(`Sessions fermées : ${open}.\n`);
  expect((await admin.get('/api/me')).status).toBe(401);
  expect(await actions('all')).toEqual([{ actor_name: 'Ligne de commande', after: { sessions: open } }]);
});
