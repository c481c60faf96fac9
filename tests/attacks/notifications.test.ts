import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* Attack: an account writes notifications to itself to fill the disk (12 GB an hour from one account). */
const { server, services } = await testApp();
const note = { type: 'promotion', title: 'T', message: 'M' };
const create = (user: TestUser, data: object | null = null) =>
  user.post('/api/notifications', { ...note, userId: user.id, data });
const keys = (count: number, length = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'x'.repeat(length)]));

test('an account that is pending or inactive cannot create a notification', async () => {
  for (const status of ['pending', 'inactive'] as const) {
    const user = await createUser(server, services, { status });
    expect((await create(user)).body.message).toBe('Compte non activé');
    expect((await user.post('/api/notifications/test', { kind: 'balance' })).status).toBe(403);
  }
});

test('a notification whose data has more than 20 keys or 4 kB is refused', async () => {
  const user = await createUser(server, services);
  expect((await create(user, keys(20, 100))).status).toBe(200);
  for (const data of [keys(21), keys(20, 250), keys(240, 1_000)])
    expect([413, 422]).toContain((await create(user, data)).status);
});

test('half a surrogate pair in the data of a notification is stored as the replacement character', async () => {
  const user = await createUser(server, services);
  const data = { a: 'x\ud800', 'k\udfff': '\udc00y', b: '😀\\ud800', c: '"\\\ud9ab' };
  const stored = { a: 'x\ufffd', 'k\ufffd': '\ufffdy', b: '😀\\ud800', c: '"\\\ufffd' };
  const response = await create(user, data);
  expect([response.status, response.body.data]).toEqual([200, stored]);
});

test('an id in the data of a notification is refused when it is longer than any id', async () => {
  const user = await createUser(server, services);
  const long = Array.from({ length: 1_000 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000)),
  ).join('');
  for (const type of ['recharge_request', 'free_fire_request', 'account_registered', 'promotion']) {
    for (const name of ['requestId', 'userId']) {
      const response = await user.post('/api/notifications', {
        ...note,
        type,
        userId: user.id,
        data: { [name]: long },
      });
      expect([type, name, response.status]).toEqual([type, name, 422]);
    }
  }
  expect((await create(user, { requestId: '12', userId: user.id, text: long })).status).toBe(200);
});

test('of 80 notifications that a user creates at the same time, simulated ones included, exactly 60 are written', async () => {
  const user = await createUser(server, services);
  const responses = await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      n % 2 ? create(user) : user.post('/api/notifications/test', { kind: 'balance' }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(20);
  expect(refused[0]?.body.message).toBe(
    'Trop de notifications. Veuillez patienter avant d’en créer une nouvelle.',
  );
});
