import pino from 'pino';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { loggedError } from '../../server/src/log.ts';
import { type Alert, onAlert, raiseMessageError } from '../../server/src/modules/alerts/raise-alert.ts';
import { deleteOldMessages, startOutbox } from '../../server/src/modules/outbox/outbox-worker.ts';
import { OutboundError } from '../../server/src/outbound/outbound-client.ts';
import { testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PushDevice, startPushService } from '../support/push-service.ts';
import { startTelegram } from '../support/telegram.ts';
import { createUser } from '../support/users.ts';

/* The result of a message after each response of its receiver, and how many messages are sent at the same time. */
const push = await startPushService();
const telegram = await startTelegram();
afterAll(() => Promise.all([push.close(), telegram.close()]));
const { server, services, query } = await testApp({
  config: {
    outboundAllowed: ['127.0.0.1'],
    pushServices: ['127.0.0.1'],
    telegram: { token: '1:not-a-token', chat: '-100', url: telegram.url },
  },
});
const serving = { ...services, db: servingDatabase(services.db) };
const admin = await createUser(server, services, { role: 'admin' });

/** A reseller with one device, and a message for it that is due. */
async function waitingMessage(attempts = 0): Promise<{ device: PushDevice; id: number; userId: string }> {
  const user = await createUser(server, services);
  const device = push.device();
  expect((await user.post('/api/push/subscriptions', device.subscription)).status).toBe(204);
  await admin.post(`/api/users/${user.id}/recharge`, { amount: 10 });
  const [message] = await query(
    `UPDATE outbox SET attempts = $2 WHERE subscription_id = (SELECT id FROM push_subscriptions WHERE user_id = $1)
     RETURNING id`,
    user.id,
    attempts,
  );
  return { device, id: message?.id as number, userId: user.id };
}
const stateOf = async (id: number) => {
  const [row] = await query(
    `SELECT CASE WHEN done_at IS NOT NULL THEN 'done' WHEN dead_at IS NOT NULL THEN 'dead' ELSE 'waiting' END AS state,
            attempts, extract(epoch FROM not_before - clock_timestamp())::float8 AS wait FROM outbox WHERE id = $1`,
    id,
  );
  return row as { state: string; attempts: number; wait: number };
};
async function deliverAll(): Promise<void> {
  const stop = startOutbox(serving, raiseMessageError);
  await eventually(async () => {
    const due = await query(
      'SELECT FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND not_before <= clock_timestamp() LIMIT 1',
    );
    return due.length === 0;
  });
  await stop();
}
const respondWithStatus = (device: PushDevice, status: number, headers: Record<string, string> = {}) =>
  push.respondWith(device, (response) => void response.writeHead(status, headers).end());

beforeEach(async () => {
  await services.db.query({ text: 'DELETE FROM outbox; DELETE FROM push_subscriptions' });
  telegram.respondWith(undefined);
});

describe('the response of a push service', () => {
  test.each([
    [200, 'done'],
    [299, 'done'],
    [300, 'dead'],
    [400, 'dead'],
    [408, 'waiting'],
    [413, 'dead'],
    [429, 'waiting'],
    [499, 'dead'],
    [500, 'waiting'],
  ])('after the status %d a message is %s, and its device stays', async (status, state) => {
    const { device, id, userId } = await waitingMessage();
    respondWithStatus(device, status);
    await deliverAll();
    expect((await stateOf(id)).state).toBe(state);
    expect(await query('SELECT FROM push_subscriptions WHERE user_id = $1', userId)).toHaveLength(1);
  });

  test.each([404, 410])('after the status %d a device is forgotten, with its messages', async (status) => {
    const { device, id, userId } = await waitingMessage();
    respondWithStatus(device, status);
    await deliverAll();
    expect(await query('SELECT FROM push_subscriptions WHERE user_id = $1', userId)).toEqual([]);
    expect((await stateOf(id))?.state ?? 'done').toBe('done');
  });

  test('each of several messages gets the result of its own receiver', async () => {
    const [fine, busy, closed] = [await waitingMessage(), await waitingMessage(), await waitingMessage()];
    respondWithStatus(busy.device, 500);
    respondWithStatus(closed.device, 400);
    await deliverAll();
    expect([
      (await stateOf(fine.id)).state,
      (await stateOf(busy.id)).state,
      (await stateOf(closed.id)).state,
    ]).toEqual(['done', 'waiting', 'dead']);
    // The dead letter is newer than the waiting message, and is deleted alone.
    const later = await waitingMessage();
    respondWithStatus(later.device, 400);
    await deliverAll();
    const { letters } = (await admin.get('/api/health')).body.outbox;
    expect(letters.map(({ id }: { id: string }) => Number(id))).toEqual([later.id, closed.id]);
  });
});

test.each([
  [499, 'dead'],
  [500, 'waiting'],
])('after the status %d of the chat a message is %s', async (status, state) => {
  telegram.respondWith({ status, body: {} });
  const [message] = await query(
    `INSERT INTO outbox (kind, payload) VALUES ('telegram', '{"type":"alert","subject":"x"}') RETURNING id`,
  );
  await deliverAll();
  expect((await stateOf(message?.id as number)).state).toBe(state);
});

describe('the time until the next attempt', () => {
  test.each([
    [1, 4.5, 5.5],
    [2, 18, 22],
    [3, 72, 88],
    [7, 3_240, 3_600],
  ])('the attempt after number %d comes after %d to %d seconds', async (attempt, least, most) => {
    const { device, id } = await waitingMessage(attempt - 1);
    respondWithStatus(device, 500);
    await deliverAll();
    const { attempts, wait } = await stateOf(id);
    expect(attempts).toBe(attempt);
    expect(wait).toBeGreaterThan(least - 4);
    expect(wait).toBeLessThanOrEqual(most);
  });

  test('a receiver that requests a delay of two hours is tried again after one', async () => {
    const { device, id } = await waitingMessage();
    respondWithStatus(device, 429, { 'retry-after': '7200' });
    await deliverAll();
    const { wait } = await stateOf(id);
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
  });
});

describe('an exception that no attempt to send expects', () => {
  /** Makes one attempt for each due message with a client that throws. @returns the log lines and the alerts */
  async function deliverWith(error: unknown) {
    const lines: string[] = [];
    const log = pino({ serializers: { err: loggedError } }, { write: (line: string) => lines.push(line) });
    const alerts: Alert[] = [];
    onTestFinished(onAlert((alert) => alerts.push(alert)));
    const outbound = { ...serving.outbound, call: () => Promise.reject(error) };
    const stop = startOutbox({ ...serving, log, outbound, pushOutbound: outbound }, raiseMessageError);
    await eventually(async () => {
      const due = await query('SELECT FROM outbox WHERE dead_at IS NULL AND not_before <= clock_timestamp()');
      return due.length === 0;
    });
    await stop();
    return { lines, alerts };
  }

  test('it is retried, raises a system alert, and is logged with its stack and without its message, which may hold an address', async () => {
    const { id } = await waitingMessage();
    const { lines, alerts } = await deliverWith(new TypeError('canary https://push.example/secret'));
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(alerts).toEqual([
      {
        type: 'system',
        title: 'Message non envoyé',
        message: expect.stringContaining('erreur inattendue'),
        priority: 'high',
        data: { message: id, kind: 'web_push', attempts: 1 },
      },
    ]);
    const logged = lines.map((line) => JSON.parse(line)).find(({ error }) => error);
    expect(logged).toMatchObject({ level: 50, message: id, attempts: 1, error: { type: 'TypeError' } });
    expect(logged.error.stack).toContain('outbox-results.test.ts');
    expect(lines.join('')).not.toContain('canary');
  });

  test('it is logged and raises no alert when the message itself tells of an alert, which would be the next to fail', async () => {
    const [message] = await query(
      `INSERT INTO outbox (kind, payload) VALUES ('telegram', '{"type":"alert","subject":"x"}') RETURNING id`,
    );
    const { lines, alerts } = await deliverWith(new TypeError('canary'));
    expect((await stateOf(message?.id as number)).state).toBe('waiting');
    expect(alerts).toEqual([]);
    expect(lines.filter((line) => line.includes('"stack"'))).toHaveLength(1);
  });

  test.each([
    ['a database that is away', Object.assign(new Error('canary'), { code: '57P01' })],
    ['a receiver that is out of reach', new OutboundError('ECONNREFUSED', false)],
  ])('%s raises no alert and is not logged as an error', async (_, error) => {
    const { id } = await waitingMessage();
    const { lines, alerts } = await deliverWith(error);
    expect((await stateOf(id)).state).toBe('waiting');
    expect([alerts, lines.filter((line) => line.includes('"stack"'))]).toEqual([[], []]);
  });
});

describe('messages under way', () => {
  /** A worker on a database that counts what is leased. */
  function countedWorker() {
    const leases: string[] = [];
    const query = serving.db.query as (config: { text: string; name?: string }) => unknown;
    const db = {
      ...serving.db,
      query: ((config: { text: string; name?: string }) => {
        if (config.name === 'outbox.lease') leases.push(config.name);
        return query(config);
      }) as typeof serving.db.query,
    };
    return { leases, stop: startOutbox({ ...serving, db }, raiseMessageError) };
  }

  test('one server sends 16 messages at the same time, leases one more for one that is done, and none once it ends', async () => {
    const held: (() => void)[] = [];
    // Of sixteen accounts, because one account sends one at a time.
    for (let account = 0; account < 16; account += 1) {
      const { device } = await waitingMessage();
      push.respondWith(device, (response) => {
        held.push(() => void response.writeHead(201).end());
      });
    }
    await query(`INSERT INTO outbox (kind, subscription_id, payload)
             SELECT kind, subscription_id, payload FROM outbox`);
    const { leases, stop } = countedWorker();
    await eventually(() => held.length === 16);
    const before = leases.length;
    services.outbox.wake();
    expect(leases).toHaveLength(before);
    held[0]?.();
    await eventually(() => held.length >= 17);
    const ended = stop();
    for (const release of held.slice(1)) release();
    await ended;
    expect(leases).toHaveLength(before + 1);
    expect(held).toHaveLength(17);
    expect(
      await query(
        'SELECT count(*)::int AS n, count(done_at)::int AS done, sum(attempts)::int AS tried FROM outbox',
      ),
    ).toEqual([{ n: 32, done: 17, tried: 17 }]);
  });

  /** Messages to one device, whose push service responds when the test releases them. */
  async function heldMessages(count: number) {
    const { device } = await waitingMessage();
    await query(
      `INSERT INTO outbox (kind, subscription_id, payload)
             SELECT kind, subscription_id, payload FROM outbox CROSS JOIN generate_series(2, $1)`,
      count,
    );
    const held: (() => void)[] = [];
    push.respondWith(device, (response) => {
      held.push(() => void response.writeHead(201).end());
    });
    return { device, held };
  }

  test('an account with a message under way gets no second one, however many sends are free', async () => {
    const { device, held } = await heldMessages(8);
    const { leases, stop } = countedWorker();
    await eventually(() => leases.length > 1 && held.length >= 1);
    const ended = stop();
    push.respondWith(device, undefined);
    for (const release of held) release();
    await ended;
    expect(await query('SELECT sum(attempts)::int AS tried FROM outbox')).toEqual([{ tried: 1 }]);
  });

  test('an account whose messages end one by one never has more than one under way', async () => {
    const { held } = await heldMessages(12);
    const { stop } = countedWorker();
    const underWay = async () =>
      (await query('SELECT count(*)::int AS n FROM outbox WHERE lease_until IS NOT NULL'))[0]?.n as number;
    const seen: number[] = [];
    for (let ended = 0; ended < 8; ended += 1) {
      await eventually(() => held.length >= ended + 1);
      seen.push(await underWay());
      held[ended]?.();
    }
    for (let ended = 8; ended < 12; ended += 1) {
      await eventually(() => held.length > ended);
      held[ended]?.();
    }
    await stop();
    expect(Math.max(...seen)).toBe(1);
    expect(
      await query('SELECT count(done_at)::int AS done, sum(attempts)::int AS tried FROM outbox'),
    ).toEqual([{ done: 12, tried: 12 }]);
  });

  test('an unreachable database is not logged as an error of the worker; anything else is', async () => {
    const logged = async (error: Error): Promise<number> => {
      let count = 0;
      const log = Object.assign(Object.create(serving.log), {
        error: () => {
          count += 1;
        },
      });
      let tried = 0;
      const query = () => {
        tried += 1;
        return Promise.reject(error);
      };
      const stop = startOutbox(
        { ...serving, log, db: { ...serving.db, query: query as never } },
        raiseMessageError,
      );
      await eventually(() => tried > 0);
      await stop();
      return count;
    };
    expect(await logged(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))).toBe(0);
    expect(await logged(new Error('a mistake'))).toBeGreaterThan(0);
  });
});

test('a cleanup of messages deletes no more than it may, whatever they are', async () => {
  await query(`INSERT INTO outbox (kind, payload, done_at, dead_at)
           SELECT 'telegram', '{"type":"alert"}', CASE WHEN n <= 2 THEN now() - interval '2 days' END,
                  CASE WHEN n > 2 THEN now() - interval '40 days' END FROM generate_series(1, 5) n`);
  expect(await transaction(services.db, (tx) => deleteOldMessages(tx, 3))).toBe(3);
  expect(await query('SELECT FROM outbox')).toHaveLength(2);
  expect(await transaction(services.db, (tx) => deleteOldMessages(tx, 3))).toBe(2);
});
