import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { lockAdministrator } from '../../server/src/authorization/lock-administrator.ts';
import type { Database } from '../../server/src/database/pool.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows, waitingForLocks } from '../support/row-locks.ts';
import { call, createUser, signIn, userOn } from '../support/users.ts';

/*
 * Attack: an administrator continues to decide during or after their own deactivation. Further cases are in
 * tests/server/deactivated-administrator.test.ts.
 */
const { server, services, query } = await testApp();

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
    const responses = await Promise.all(calls);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = await query(`SELECT FROM users WHERE id = ANY ($1) AND status = 'active'`, [one.id, two.id]);
    expect(left).toHaveLength(1);
  }
});

test('a recharge is not repeated under its key by an administrator who was deactivated and signed in again', async () => {
  const otherAdmin = await createUser(server, services, { role: 'admin' });
  const dismissed = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services);
  const key = { 'idempotency-key': 'recharge-of-the-deactivated' };
  const url = `/api/users/${reseller.id}/recharge`;
  expect((await dismissed.post(url, { amount: 50 }, key)).status).toBe(200);
  await otherAdmin.post(`/api/users/${dismissed.id}/deactivate`);
  const signedIn = await signIn(server, dismissed.email);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  for (const amount of [50, 60]) {
    const response = await call(server, { method: 'POST', url, payload: { amount }, headers: key }, cookie);
    expect(response.status).toBe(403);
    expect(response.body).not.toHaveProperty('newBalance');
  }
  expect((await reseller.get('/api/me')).body.balance).toBe(50);
});

/** A server on the same database that counts the transactions that it begins: one that is tried again after a deadlock counts twice. */
async function countedServer() {
  const counted = { transactions: 0 };
  const db: Database = {
    ...services.db,
    connect: () => {
      counted.transactions += 1;
      return services.db.connect();
    },
  };
  return { counted, ...(await secondServer(services.db, { services: { db } })) };
}

test('an administrator who recharges and deactivates the same reseller at the same time causes no deadlock', async () => {
  const { counted, server: watched } = await countedServer();
  const otherAdmin = userOn(watched, await createUser(server, services, { role: 'admin' }));
  let reseller = await createUser(server, services);
  while (reseller.id < otherAdmin.id) reseller = await createUser(server, services);
  const held = await holdRows(services.db, 'LOCK TABLE audit_trail IN EXCLUSIVE MODE');
  const recharge = otherAdmin.post(`/api/users/${reseller.id}/recharge`, { amount: 50 });
  await eventually(async () => (await held.waiting()) === 1);
  const deactivation = otherAdmin.post(`/api/users/${reseller.id}/deactivate`);
  await eventually(async () => (await held.waiting()) === 2);
  await held.release();
  expect([(await recharge).status, (await deactivation).status]).toEqual([200, 200]);
  expect(counted.transactions).toBe(2);
});

test('each command of an administrator who is deactivated at the same moment is either executed completely or refused, without a deadlock', async () => {
  const { counted, server: watched } = await countedServer();
  for (let round = 0; round < 12; round += 1) {
    const otherAdmin = userOn(watched, await createUser(server, services, { role: 'admin' }));
    const dismissed = userOn(watched, await createUser(server, services, { role: 'admin' }));
    const reseller = await createUser(server, services);
    counted.transactions = 0;
    const recharge = () => dismissed.post(`/api/users/${reseller.id}/recharge`, { amount: 50 });
    const earlier = Array.from({ length: round % 4 }, recharge);
    const deactivations = [
      otherAdmin.post(`/api/users/${dismissed.id}/deactivate`),
      dismissed.post(`/api/users/${otherAdmin.id}/deactivate`),
      dismissed.post(`/api/users/${reseller.id}/deactivate`),
    ];
    const recharges = await Promise.all([...earlier, recharge(), recharge()]);
    const done = recharges.filter(({ status }) => status === 200).length;
    const [byBoss, byDismissed] = (await Promise.all(deactivations)).map(({ status }) => status);
    expect([byBoss, byDismissed].filter((status) => status === 200)).toHaveLength(1);
    expect((await reseller.get('/api/me')).body.balance).toBe(done * 50);
    expect(counted.transactions).toBeLessThanOrEqual(recharges.length + deactivations.length);
  }
  expect(await audit(services.db)).toEqual([]);
});

test('a deactivation and the end of a session wait for the commit of a command that has already been authorized', async () => {
  const author = await createUser(server, services, { role: 'admin' });
  const rows = await query<{ hash: Buffer }>(
    'SELECT token_hash AS hash FROM sessions WHERE user_id = $1',
    author.id,
  );
  const revocations = [
    `UPDATE users SET status = 'inactive' WHERE id = $1`,
    'DELETE FROM sessions WHERE user_id = $1',
  ];
  const ends = await transaction(services.db, async (tx) => {
    await lockAdministrator(tx, author, rows[0]?.hash ?? null);
    const revoked = revocations.map((text) => services.db.query({ text, values: [author.id] }));
    await eventually(async () => (await waitingForLocks(services.db)) === revocations.length);
    return { revoked };
  });
  await Promise.all(ends.revoked);
  expect((await author.get('/api/me')).status).toBe(401);
});
