import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { raiseMessageError } from '../../server/src/modules/alerts/raise-alert.ts';
import { startOutbox } from '../../server/src/modules/outbox/outbox-worker.ts';
import { OutboundError, outboundClient } from '../../server/src/outbound/outbound-client.ts';
import { testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startPushService } from '../support/push-service.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* Attack: push addresses whose names have a DNS server that never answers. */

/** A DNS server on loopback that answers nothing. */
const silent = createSocket('udp4');
let asked = 0;
silent.on('message', () => {
  asked += 1;
});
await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
const nameServers = [`127.0.0.1:${(silent.address() as AddressInfo).port}`];
const push = await startPushService();
afterAll(async () => {
  silent.close();
  await push.close();
});

const { server, services, query } = await testApp({
  config: { pushServices: ['127.0.0.1', '*.slow.example'] },
});
const admin = await createUser(server, services, { role: 'admin' });
const recharge = (user: TestUser) => admin.post(`/api/users/${user.id}/recharge`, { amount: 10 });
const serving = { ...services, db: servingDatabase(services.db) };

test('while names of twenty outbound calls get no answer, another name is resolved at once, and the calls end within the limit of a name [DSK-141]', async () => {
  const client = outboundClient({ allowed: [], nameServers });
  const began = performance.now();
  const calls = Array.from({ length: 20 }, (_, n) =>
    client
      .call({ method: 'POST', url: `https://n${n}.slow.example/x` })
      .catch((error: unknown) => error as OutboundError),
  );
  await eventually(() => asked >= 20);
  await lookup('localhost');
  expect(performance.now() - began).toBeLessThan(1_500);
  for (const error of await Promise.all(calls)) {
    expect(error).toBeInstanceOf(OutboundError);
    expect(error).toMatchObject({ message: 'name not found', refused: false });
  }
  expect(performance.now() - began).toBeLessThan(8_000);
});

describe('a reseller with ten devices at names without an answer', async () => {
  const attacker = await createUser(server, services);
  for (let n = 0; n < 10; n += 1) {
    const { subscription } = push.device();
    const endpoint = `https://n${n}.slow.example/x`;
    expect((await attacker.post('/api/push/subscriptions', { ...subscription, endpoint })).status).toBe(204);
  }

  test('the message to another reseller arrives while one send of the attacker is under way [DSK-141]', async () => {
    const honest = await createUser(server, services);
    const device = push.device();
    await honest.post('/api/push/subscriptions', device.subscription);
    for (let n = 0; n < 4; n += 1) await recharge(attacker);
    await recharge(honest);
    const client = outboundClient({ allowed: ['127.0.0.1'], nameServers });
    let [underWay, most] = [0, 0];
    const pushOutbound: typeof client = {
      ...client,
      call: async (request) => {
        const isSlow = request.url.includes('slow.example');
        if (isSlow) underWay += 1;
        most = Math.max(most, underWay);
        try {
          return await client.call(request);
        } finally {
          if (isSlow) underWay -= 1;
        }
      },
    };
    const stop = startOutbox({ ...serving, pushOutbound }, raiseMessageError);
    await eventually(() => push.messages.some(({ device: name }) => name === device.name));
    await services.db.query({ text: 'DELETE FROM outbox' });
    await stop();
    expect(most).toBe(1);
  });

  test('a device that was not reached twice rests: its next messages wait for a minute and more without a call [DSK-141]', async () => {
    const calls = new Map<string, number>();
    const pushOutbound = {
      check: () => {},
      call: async ({ url }: { url: string }) => {
        calls.set(url, (calls.get(url) ?? 0) + 1);
        throw new OutboundError('name not found', false);
      },
    };
    for (let n = 0; n < 4; n += 1) await recharge(attacker);
    const stop = startOutbox({ ...serving, pushOutbound }, raiseMessageError);
    const due = async () =>
      (
        await query<{ n: number }>(
          'SELECT count(*)::int AS n FROM outbox WHERE not_before <= clock_timestamp()',
        )
      )[0]?.n;
    await eventually(async () => (await due()) === 0);
    await stop();
    expect([...calls.values()]).toEqual(Array(10).fill(2));
    const rows = await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM outbox WHERE not_before > clock_timestamp() + interval '30 seconds'`,
    );
    expect(rows[0]?.n).toBe(20);
    await services.db.query({ text: 'DELETE FROM outbox' });
  });
});
