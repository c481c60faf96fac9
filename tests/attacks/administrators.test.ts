import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { call, createUser, password } from '../support/users.ts';

/* Attack: a dismissed administrator, or one who is about to be, goes on deciding. tests/server/deactivated-administrator.test.ts has the rest. */
const { server, services } = await testApp();

// Turned red by: the acting account judged before the transaction alone.
test('when two administrators deactivate each other at the same time, exactly one of them stays active', async () => {
  for (let pair = 0; pair < 3; pair += 1) {
    const one = await createUser(server, services, { role: 'admin' });
    const two = await createUser(server, services, { role: 'admin' });
    const rows = await holdRows(services.db, 'SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [
      one.id,
      two.id,
    ]);
    const calls = [one.post(`/api/users/${two.id}/deactivate`), two.post(`/api/users/${one.id}/deactivate`)];
    await eventually(async () => (await rows.waiting()) === 2);
    await rows.release();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { rows: left } = await services.db.query({
      text: `SELECT FROM users WHERE id = ANY ($1) AND status = 'active'`,
      values: [[one.id, two.id]],
    });
    expect(left).toHaveLength(1);
  }
});

test('a recharge is not repeated under its key by an administrator who was deactivated and signed in again', async () => {
  const boss = await createUser(server, services, { role: 'admin' });
  const dismissed = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services);
  const key = { 'idempotency-key': 'recharge-of-the-dismissed' };
  const url = `/api/users/${reseller.id}/recharge`;
  expect((await dismissed.post(url, { amount: 50 }, key)).status).toBe(200);
  await boss.post(`/api/users/${dismissed.id}/deactivate`);
  const payload = { email: dismissed.email, password };
  const signedIn = await call(server, { method: 'POST', url: '/api/login', payload });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  for (const amount of [50, 60]) {
    const answer = await call(server, { method: 'POST', url, payload: { amount }, headers: key }, cookie);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toHaveProperty('newBalance');
  }
  expect((await reseller.get('/api/me')).body.balance).toBe(50);
});
