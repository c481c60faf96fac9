import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const path = '/api/recharge-requests';

let first: TestUser;
let second: TestUser;
let oneOfFirst: string;
beforeAll(async () => {
  first = await createUser(server, services, {
    firstName: 'Amel',
    lastName: 'Ziani',
    balance: 75.5,
    status: 'active',
  });
  second = await createUser(server, services);
  await query(
    `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status)
      SELECT CASE WHEN i % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'e', 'n', 'c', i * 100, 'ccp', 'CCP',
             CASE WHEN i % 10 < 2 THEN 'rejected' ELSE 'pending' END FROM generate_series(1, 120) i`,
    first.id,
    second.id,
  );
  oneOfFirst = (await first.get(path)).body.items[0].id;
});
const items = async (user: TestUser, query = '') => (await user.get(`${path}?${query}`)).body.items;
const amounts = async (user: TestUser, query = '') =>
  (await items(user, query)).map(({ amount }: { amount: number }) => amount);

describe('a reseller lists', () => {
  test('a reseller lists their own recharge requests, newest first, 20 by default [RWO-14][PRM-33]', async () => {
    const own = await items(first);
    expect(own).toHaveLength(20);
    expect(own.every(({ userId }: { userId: string }) => userId === first.id)).toBe(true);
    expect(await amounts(first, 'limit=3')).toEqual([120, 118, 116]);
    expect(own[0]).not.toHaveProperty('userInfo');
    expect(await amounts(first, `limit=2&userId=${first.id}&status=rejected`)).toEqual([120, 110]);
    expect(await items(first, 'limit=1000')).toHaveLength(60);
  });

  test('a reseller who lists the recharge requests of another account gets 403', async () => {
    for (const userId of [second.id, 'personne']) {
      const response = await first.get(`${path}?userId=${userId}`);
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Accès non autorisé');
    }
  });
});

describe('an administrator lists', () => {
  test('an administrator lists recharge requests, all or by status, 50 by default, with the userInfo of each [RWO-15]', async () => {
    const all = await items(admin, 'status=all');
    expect(all).toHaveLength(50);
    expect(await amounts(admin, 'limit=3')).toEqual([120, 119, 118]);
    expect(all[0].userInfo).toEqual({
      firstName: 'Amel',
      lastName: 'Ziani',
      balance: 75.5,
      status: 'active',
      phone: '0550123456',
    });
    expect(await amounts(admin, 'status=rejected&limit=3')).toEqual([120, 111, 110]);
    expect(await items(admin, 'status=pending')).toHaveLength(50);
    expect(await items(admin, 'status=approved')).toEqual([]);
  });

  test('an administrator’s list of recharge requests without a filter has 100 by default and 1000 at most [RWO-16]', async () => {
    expect(await items(admin)).toHaveLength(100);
    expect(await items(admin, 'limit=1000')).toHaveLength(120);
    expect((await admin.get(`${path}?limit=1001`)).status).toBe(422);
  });

  test('an administrator lists the recharge requests of one account, 20 by default', async () => {
    const own = await items(admin, `userId=${second.id}`);
    expect(own).toHaveLength(20);
    expect(own.every(({ userId }: { userId: string }) => userId === second.id)).toBe(true);
    expect(await items(admin, 'userId=personne')).toEqual([]);
  });

  test('an administrator lists recharge requests page by page up to the last one', async () => {
    const page = (await admin.get(`${path}?limit=100`)).body;
    const rest = (await admin.get(`${path}?limit=100&cursor=${page.nextCursor}`)).body;
    expect(rest.items).toHaveLength(20);
    expect(rest.nextCursor).toBeNull();
  });
});

describe('the history of a request', () => {
  test('the history of a recharge request is shown to its owner [PRM-30]', async () => {
    expect((await first.get(`${path}/${oneOfFirst}/history`)).status).toBe(200);
  });
  test('the history of a recharge request is shown to an administrator, and an unknown request is not found [PRM-31]', async () => {
    expect((await admin.get(`${path}/${oneOfFirst}/history`)).status).toBe(200);
    expect((await admin.get(`${path}/999999/history`)).body.message).toBe('Demande introuvable');
  });
  test('the history of a recharge request is refused to another reseller like that of an unknown request [PRM-32]', async () => {
    const response = await second.get(`${path}/${oneOfFirst}/history`);
    expect(response.status).toBe(404);
    expect(response.body).toEqual((await second.get(`${path}/999999/history`)).body);
  });
});

test('a recharge request’s status or history action that does not exist cannot be stored [ENT-32][ENT-34]', async () => {
  const refused = (text: string) => expect(services.db.query({ text })).rejects.toThrow(/check constraint/);
  await refused(`UPDATE recharge_requests SET status = 'autre'`);
  await query(
    `INSERT INTO recharge_history (request_id, user_id, action, amount, method) VALUES ($1, $2, 'created', 1, 'ccp')`,
    oneOfFirst,
    first.id,
  );
  await refused(`UPDATE recharge_history SET action = 'autre'`);
  const statuses = ['pending', 'approved', 'rejected', 'cancelled'];
  for (const status of statuses) expect((await admin.get(`${path}?status=${status}`)).status).toBe(200);
  expect((await admin.get(`${path}?status=autre`)).status).toBe(422);
});

describe('one request', () => {
  test('a recharge request is read by its owner and administrators, and another reseller gets 404 [PRM-30][PRM-31][PRM-32]', async () => {
    const one = `${path}/${oneOfFirst}`;
    const own = await first.get(one);
    expect(own.body).toMatchObject({ id: oneOfFirst, userId: first.id });
    expect(own.body).not.toHaveProperty('userInfo');
    expect((await admin.get(one)).body).toMatchObject({ id: oneOfFirst, userInfo: { lastName: 'Ziani' } });
    for (const [user, id] of [
      [second, oneOfFirst],
      [admin, '999999'],
      [admin, 'inconnue'],
    ] as const) {
      const response = await user.get(`${path}/${id}`);
      expect([response.status, response.body.message]).toEqual([404, 'Demande introuvable']);
    }
  });
});
