import { createECDH } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { raiseMessageError } from '../../server/src/modules/alerts/raise-alert.ts';
import { startOutbox } from '../../server/src/modules/outbox/outbox-worker.ts';
import { outboundClient } from '../../server/src/outbound/outbound-client.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer, testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PushDevice, startPushService } from '../support/push-service.ts';
import { holdRows } from '../support/row-locks.ts';
import { call, createUser, signedInAgain, signIn, type TestUser } from '../support/users.ts';

/* Which devices get an account's messages, and until when. */
const push = await startPushService();
afterAll(() => push.close());
const config = { pushServices: ['127.0.0.1', 'push.example'] };
const { server, services, query } = await testApp({ config });
const serving = { ...services, db: servingDatabase(services.db) };
const admin = await createUser(server, services, { role: 'admin' });

const subscribe = (user: TestUser, { subscription }: PushDevice, more: object = {}) =>
  user.post('/api/push/subscriptions', { ...subscription, ...more });
const devicesOf = async (user: TestUser) =>
  (
    await query<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscriptions WHERE user_id = $1 ORDER BY renewed_at, created_at',
      user.id,
    )
  ).map(({ endpoint }) => endpoint);
const endpointsOf = (...devices: PushDevice[]) => devices.map(({ subscription }) => subscription.endpoint);
const recharge = (user: TestUser) => admin.post(`/api/users/${user.id}/recharge`, { amount: 10 });
async function deliverAll(as = serving): Promise<void> {
  const stop = startOutbox(as, raiseMessageError);
  await eventually(async () => {
    const rows = await query(
      'SELECT FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND not_before <= clock_timestamp() LIMIT 1',
    );
    return rows.length === 0;
  });
  await stop();
}
const received = ({ name }: PushDevice) => push.messages.filter(({ device }) => device === name).length;
beforeEach(() => services.db.query({ text: 'DELETE FROM outbox' }));

describe('the key of the installation', () => {
  test('the push key of the installation is the same on every server, and it signs the messages [DSK-60]', async () => {
    const user = await createUser(server, services);
    const other = await secondServer(services.db, { config });
    const again = await createUser(other.server, other.services);
    const { publicKey } = (await user.get('/api/push/key')).body;
    expect((await again.get('/api/push/key')).body).toEqual({ publicKey });
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const device = push.device();
    await subscribe(user, device);
    await recharge(user);
    await deliverAll();
    expect(push.messages.filter(({ device: name }) => name === device.name)).toMatchObject([
      { sender: publicKey, headers: { urgency: 'high', ttl: '86400' } },
    ]);
  });
});

describe('a subscription', () => {
  test('a push subscription is known to its own account alone, and only that account can remove it [DSK-62]', async () => {
    const [owner, other] = [await createUser(server, services), await createUser(server, services)];
    const device = push.device();
    const { endpoint } = device.subscription;
    const known = async (user: TestUser) =>
      (await user.post('/api/push/subscriptions/check', { endpoint })).body.known;
    expect(await known(owner)).toBe(false);
    expect((await subscribe(owner, device)).status).toBe(204);
    expect([await known(owner), await known(other)]).toEqual([true, false]);
    expect((await other.post('/api/push/subscriptions/remove', { endpoint })).status).toBe(204);
    expect(await known(owner)).toBe(true);
    expect((await owner.post('/api/push/subscriptions/remove', { endpoint })).status).toBe(204);
    expect(await known(owner)).toBe(false);
  });

  test('a push subscription passes to the next account on the device, without the messages of the account before [DSK-62]', async () => {
    const [first, second] = [await createUser(server, services), await createUser(server, services)];
    const device = push.device();
    await subscribe(first, device);
    await recharge(first);
    await subscribe(second, device);
    await deliverAll();
    expect(received(device)).toBe(0);
    expect([await devicesOf(first), await devicesOf(second)]).toEqual([[], endpointsOf(device)]);
    await recharge(second);
    await deliverAll();
    expect(received(device)).toBe(1);
  });

  test('a device that names its own address as the former one keeps the message that waits for it [DSK-63]', async () => {
    const user = await createUser(server, services);
    const device = push.device();
    await subscribe(user, device);
    await recharge(user);
    await subscribe(user, device, { replaces: device.subscription.endpoint });
    await deliverAll();
    expect(received(device)).toBe(1);
  });

  test('a push subscription belongs to the session that made it, and outlives the end of another session [DSK-65]', async () => {
    const user = await createUser(server, services);
    const other = await signIn(server, user.email);
    const cookie = String(other.headers['set-cookie']).split(';')[0] ?? '';
    const device = push.device();
    expect((await subscribe(user, device)).status).toBe(204);
    expect((await call(server, { method: 'POST', url: '/api/logout' }, cookie)).status).toBe(204);
    expect(await devicesOf(user)).toEqual(endpointsOf(device));
    await user.post('/api/logout');
    expect(await devicesOf(user)).toEqual([]);
  });

  // Turned red by: the message to a device that is going away, which fails and takes the notification along.
  test('a device that is signed out at the moment of an event is passed over, and the account is notified [DSK-62]', async () => {
    const user = await createUser(server, services);
    const [leaving, staying] = [push.device(), push.device()];
    await subscribe(user, leaving);
    await subscribe(user, staying);
    const held = await holdRows(
      services.db,
      'DELETE FROM push_subscriptions WHERE endpoint = $1',
      leaving.subscription.endpoint,
    );
    await recharge(user);
    await held.release();
    expect((await user.get('/api/notifications')).body.items).not.toEqual([]);
    await deliverAll();
    expect([received(leaving), received(staying)]).toEqual([0, 1]);
  });

  test('a push subscription that is renewed under a new address replaces the one under the former address [DSK-63]', async () => {
    const user = await createUser(server, services);
    const [former, renewed] = [push.device(), push.device()];
    await subscribe(user, former);
    await subscribe(user, renewed, { replaces: former.subscription.endpoint });
    expect(await devicesOf(user)).toEqual(endpointsOf(renewed));
    await subscribe(user, renewed);
    expect(await devicesOf(user)).toEqual(endpointsOf(renewed));
  });

  test('an account has at most ten push subscriptions: an eleventh replaces the one renewed longest ago [DSK-64]', async () => {
    const user = await createUser(server, services);
    const devices = Array.from({ length: 11 }, () => push.device());
    for (const device of devices.slice(0, 10)) await subscribe(user, device);
    const [first, second, ...rest] = devices as [PushDevice, PushDevice, ...PushDevice[]];
    await subscribe(user, first);
    await subscribe(user, rest.at(-1) as PushDevice);
    const kept = await devicesOf(user);
    expect(kept).toHaveLength(10);
    expect(kept).not.toContain(second.subscription.endpoint);
    expect(kept).toContain(first.subscription.endpoint);
  });

  test('a device that is subscribed after the clock was set back stays, however many devices the account has [DSK-64]', async () => {
    const user = await createUser(server, services);
    for (let n = 0; n < 10; n += 1) await subscribe(user, push.device());
    await query(
      `UPDATE push_subscriptions SET renewed_at = now() + interval '1 day' WHERE user_id = $1`,
      user.id,
    );
    const device = push.device();
    await subscribe(user, device);
    const kept = await devicesOf(user);
    expect([kept.length, kept]).toEqual([10, expect.arrayContaining(endpointsOf(device))]);
  });

  test.each([404, 410])(
    'a push subscription is deleted when its push service responds with %s [DSK-63]',
    async (status) => {
      const user = await createUser(server, services);
      const [gone, kept] = [push.device(), push.device()];
      await subscribe(user, gone);
      await subscribe(user, kept);
      push.respondWith(gone, (response) => void response.writeHead(status).end());
      await recharge(user);
      await deliverAll();
      expect(await devicesOf(user)).toEqual(endpointsOf(kept));
      expect((await admin.get('/api/health')).body.outbox).toMatchObject({ waiting: 0, dead: 0 });
    },
  );

  test('a push subscription ends with a sign-out or a temporary password, and outlives a session that only expired [DSK-65]', async () => {
    const leaving = await createUser(server, services);
    const idle = await createUser(server, services);
    const [one, two] = [push.device(), push.device()];
    await subscribe(leaving, one);
    await subscribe(idle, two);
    await leaving.post('/api/logout');
    await query(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, idle.id);
    await runJobs(serving);
    expect([await devicesOf(leaving), await devicesOf(idle)]).toEqual([[], endpointsOf(two)]);
    await recharge(idle);
    await deliverAll();
    expect(received(two)).toBe(1);
    // A new password ends every session, and with it the subscription of an expired one.
    expect((await admin.post(`/api/users/${idle.id}/temporary-password`)).status).toBe(200);
    expect(await devicesOf(idle)).toEqual([]);
  });

  // Turned red by: a subscription whose session has expired taken for the device's own, so that it is not renewed after the next sign-in.
  test('a device that signs in again after its session expired renews its push subscription, which ends with the next sign-out [DSK-65]', async () => {
    const user = await createUser(server, services);
    const device = push.device();
    const { endpoint } = device.subscription;
    const known = async (as: TestUser) =>
      (await as.post('/api/push/subscriptions/check', { endpoint })).body.known;
    await subscribe(user, device);
    await query(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, user.id);
    const again = await signedInAgain(server, services, user);
    expect(await known(again), 'before the expired session is deleted').toBe(false);
    await runJobs(serving);
    expect(await known(again), 'after it').toBe(false);
    await subscribe(again, device);
    expect(await known(again)).toBe(true);
    await again.post('/api/logout');
    expect(await devicesOf(user)).toEqual([]);
  });

  test('a push subscription receives no message while its account is deactivated [DSK-65]', async () => {
    const user = await createUser(server, services);
    const device = push.device();
    await subscribe(user, device);
    await recharge(user);
    await admin.post(`/api/users/${user.id}/deactivate`, {});
    await deliverAll();
    expect(received(device)).toBe(0);
  });

  test('a push subscription is refused when its address or its keys cannot be those of a device [DSK-66]', async () => {
    const user = await createUser(server, services);
    const { subscription } = push.device();
    const foreign = createECDH('secp256k1').generateKeys().toString('base64url');
    for (const body of [
      { ...subscription, endpoint: 'http://push.example/a' },
      { ...subscription, endpoint: 'https://127.0.0.2/a' },
      { ...subscription, endpoint: 'https://10.0.0.1/a' },
      { ...subscription, endpoint: 'https://push.example:8443/a' },
      { ...subscription, endpoint: 'https://user:secret@push.example/a' },
      { ...subscription, endpoint: 'file:///etc/passwd' },
      { ...subscription, endpoint: `https://push.example/${'a'.repeat(1_000)}` },
      { ...subscription, endpoint: 5 },
      { ...subscription, keys: { ...subscription.keys, p256dh: foreign } },
      { ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } },
      { ...subscription, keys: { ...subscription.keys, auth: '<script>' } },
      { endpoint: subscription.endpoint },
    ]) {
      const response = await user.post('/api/push/subscriptions', body);
      expect([response.status, response.body.code], JSON.stringify(body)).toEqual([422, expect.any(String)]);
    }
    expect(await devicesOf(user)).toEqual([]);
  });

  test('every push subscription call refuses an address with a backslash or a character outside printable ASCII [DSK-66]', async () => {
    const user = await createUser(server, services);
    const device = push.device();
    for (const path of ['a\\b', '\\x41', 'é', 'a b', '\ud800', 'a\n']) {
      const endpoint = `https://push.example/${path}`;
      const responses = [
        await subscribe(user, device, { endpoint }),
        await subscribe(user, device, { replaces: endpoint }),
        await user.post('/api/push/subscriptions/check', { endpoint }),
        await user.post('/api/push/subscriptions/remove', { endpoint }),
      ];
      expect(
        responses.map(({ body }) => body.code),
        JSON.stringify(endpoint),
      ).toEqual(Array(4).fill('SUBSCRIPTION_INVALID'));
    }
    expect(await devicesOf(user)).toEqual([]);
  });

  test('a message to a push address that resolves to a private address becomes a dead letter after one attempt [DSK-70]', async () => {
    const user = await createUser(server, services);
    const { subscription } = push.device();
    expect(
      (
        await subscribe(user, {
          name: 'x',
          subscription: { ...subscription, endpoint: 'https://push.example/a' },
        })
      ).status,
    ).toBe(204);
    await recharge(user);
    const resolve: NonNullable<Parameters<typeof outboundClient>[0]['resolve']> = (_name, done) =>
      done(null, [{ address: '10.0.0.7', family: 4 }]);
    await deliverAll({ ...serving, pushOutbound: outboundClient({ allowed: [], resolve }) });
    const { letters } = (await admin.get('/api/health')).body.outbox;
    expect(letters).toMatchObject([{ error: 'refused: address', attempts: 1 }]);
  });

  test('an account changes its push subscriptions sixty times an hour at most [DSK-66]', async () => {
    const user = await createUser(server, services);
    const device = push.device();
    for (let n = 0; n < 60; n += 1) expect((await subscribe(user, device)).status).toBe(204);
    expect(await subscribe(user, device)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_SUBSCRIPTIONS' },
    });
  });
});

test('the devices of one account that never respond do not delay the messages to others', async () => {
  const slow = await createUser(server, services);
  let [opened, closed] = [0, 0];
  for (let number = 0; number < 10; number += 1) {
    const device = push.device();
    push.respondWith(device, (response) => {
      opened += 1;
      response.on('close', () => {
        closed += 1;
      });
    });
    await subscribe(slow, device);
  }
  for (let message = 0; message < 3; message += 1) await recharge(slow);
  const other = await createUser(server, services);
  const device = push.device();
  await subscribe(other, device);
  await recharge(other);
  const stop = startOutbox(serving, raiseMessageError);
  await eventually(() => received(device) === 1 && opened > 0);
  // One send of the account is under way, whatever the number of its devices.
  expect({ closed, opened }).toEqual({ closed: 0, opened: 1 });
  await services.db.query({ text: 'DELETE FROM outbox' });
  push.disconnect();
  await stop();
});
