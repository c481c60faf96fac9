import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fail } from '../../server/src/app-error.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { announceAlerts } from '../../server/src/modules/alerts/announce-alerts.ts';
import {
  raiseDatabaseError,
  raiseMessageError,
  raisePaymentError,
} from '../../server/src/modules/alerts/raise-alert.ts';
import { announceToAdministrators } from '../../server/src/modules/outbox/announce.ts';
import { startOutbox } from '../../server/src/modules/outbox/outbox-worker.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer, testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startPushService } from '../support/push-service.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { startTelegram } from '../support/telegram.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/*
 * Outgoing messages end to end: written in the transaction of their cause, sent by a worker, received by a push service and a chat that
 * verify them.
 */
const push = await startPushService();
const telegram = await startTelegram();
afterAll(() => Promise.all([push.close(), telegram.close()]));

const token = '123456789:not-a-token-of-any-bot-at-all-0000';
const config = {
  outboundAllowed: ['127.0.0.1'],
  pushServices: ['127.0.0.1'],
  telegram: { token, chat: '-100200300', url: telegram.url },
};
// Free Fire is open at this time; signatures for a push service use the time of its clock.
const { server, services, query } = await testApp({
  config,
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const serving = { ...services, db: servingDatabase(services.db), now: () => new Date() };
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { firstName: 'Karima', lastName: 'Zidane' });

async function subscribe(user: TestUser) {
  const device = push.device();
  const response = await user.post('/api/push/subscriptions', device.subscription);
  expect(response.status, response.text).toBe(204);
  return device;
}
/** Sends everything that is due with `count` workers beside each other, and waits until nothing is. */
async function deliverAll(count = 1): Promise<void> {
  const stops = Array.from({ length: count }, () => startOutbox(serving, raiseMessageError));
  await eventually(async () => {
    const [left] = await query(
      `SELECT count(*) AS n FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND not_before <= clock_timestamp()`,
    );
    return left?.n === 0;
  });
  await Promise.all(stops.map((stop) => stop()));
}
const messagesOf = ({ name }: { name: string }) => push.messages.filter(({ device }) => device === name);
const recharge = (amount: number) => admin.post(`/api/users/${reseller.id}/recharge`, { amount });

beforeEach(async () => {
  await services.db.query({ text: 'DELETE FROM outbox; DELETE FROM push_subscriptions' });
  telegram.calls.length = 0;
  telegram.respondWith(undefined);
});

test('a recharge, which writes a message, wakes the worker of the outbox; a sale does not', async () => {
  const woken: string[] = [];
  const ignore = services.outbox.onWake(() => woken.push('woken'));
  try {
    await recharge(1_000);
    expect(woken).toHaveLength(1);
    const buyer = await createUser(server, services, { balance: 100_000 });
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    expect((await buy(buyer, product)).status).toBe(200);
    expect(woken).toHaveLength(1);
  } finally {
    ignore();
  }
});

describe('a message', () => {
  test('a credit or debit is sent to each device of the reseller, in a message without the amount [DSK-50][DSK-51]', async () => {
    const [phone, desk, other] = [
      await subscribe(reseller),
      await subscribe(reseller),
      await subscribe(await createUser(server, services)),
    ];
    expect((await recharge(4_321)).status).toBe(200);
    const [made] = (await admin.get(`/api/transactions?userId=${reseller.id}`)).body.items;
    const debit = { amount: 21, transactionId: made.id };
    expect((await admin.post(`/api/users/${reseller.id}/debit`, debit)).status).toBe(200);
    await deliverAll();
    for (const device of [phone, desk]) {
      const contents = messagesOf(device).map(({ content }) => content);
      expect(contents.map(({ title }) => title).sort()).toEqual(['Solde crédité', 'Solde débité']);
      for (const { id, text, path } of contents) {
        expect(id).toMatch(/^\d+$/);
        expect(`${text}`).not.toMatch(/\d/);
        expect(path).toBe('/operations');
      }
    }
    expect(messagesOf(other)).toEqual([]);
    expect(push.faults).toEqual([]);
    expect(telegram.calls).toEqual([]);
  });

  test('a recharge request is sent to the administrators’ devices and once to their chat, without names or amounts [DSK-52][DSK-53]', async () => {
    const second = await createUser(server, services, { role: 'admin' });
    const devices = [await subscribe(admin), await subscribe(second)];
    const own = await subscribe(reseller);
    const request = await reseller.post('/api/recharge-requests', { amount: 777, method: 'ccp' });
    await deliverAll();
    for (const device of devices) {
      expect(messagesOf(device).map(({ content }) => content)).toEqual([
        {
          id: expect.any(String),
          title: 'Nouvelle demande de recharge',
          text: 'Un revendeur attend une décision.',
          path: `/admin/recharge?request=${request.body.id}`,
        },
      ]);
    }
    expect(messagesOf(own)).toEqual([]);
    expect(telegram.calls).toHaveLength(1);
    const [{ path, body } = { path: '', body: { chat_id: '', text: '' } }] = telegram.calls;
    expect(path).toBe(`/bot${token}/sendMessage`);
    expect(body.chat_id).toBe('-100200300');
    expect(body.text).toMatch(
      /^Nouvelle demande de recharge\nUn revendeur attend une décision\.\nMessage n° \d+$/,
    );
    expect(JSON.stringify([push.messages, telegram.calls])).not.toMatch(/\b777\b|Karima|Zidane/);
  });

  test('a Free Fire request and a registration are sent to an administrator’s device, with the screen of each [DSK-52]', async () => {
    const device = await subscribe(admin);
    const buyer = await createUser(server, services, { balance: 10_000 });
    const [offer] = (await buyer.get('/api/free-fire/offers')).body.items;
    const order = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    const { requestId } = (await buyer.post('/api/free-fire/requests', order)).body;
    const profile = { firstName: 'Karima', lastName: 'Zidane', company: 'Cyber Oran', phone: '0550123456' };
    const payload = { email: 'karima@exemple.dz', password: 'motdepasse', ...profile };
    const registered = await call(server, { method: 'POST', url: '/api/register', payload });
    expect(registered.status, registered.text).toBe(200);
    await deliverAll();
    const contents = messagesOf(device).map(({ content: { title, path } }) => [title, path]);
    expect(contents.sort()).toEqual([
      ['Nouvelle demande Free Fire', `/admin/freefire?request=${requestId}`],
      ['Nouvelle inscription', `/admin/users?account=${registered.body.id}`],
    ]);
    expect(JSON.stringify(push.messages)).not.toMatch(/Karima|Zidane|12345678/);
  });

  test('a message is not written when its database transaction is rolled back [DSK-50]', async () => {
    await subscribe(reseller);
    await expect(
      transaction(services.db, async (tx) => {
        await announceToAdministrators(services, tx, { type: 'low_stock', subject: 'x' });
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await query('SELECT id FROM outbox')).toEqual([]);
  });

  test('each message is sent exactly once by five workers on two servers [DSK-50]', async () => {
    const device = await subscribe(reseller);
    const other = await secondServer(services.db, { config });
    const credits = 40;
    for (let n = 0; n < credits; n += 1) expect((await recharge(10)).status).toBe(200);
    const stop = startOutbox({ ...other.services, db: servingDatabase(services.db) }, raiseMessageError);
    await deliverAll(4);
    await stop();
    const ids = messagesOf(device).map(({ content }) => content.id);
    expect(new Set(ids).size).toBe(credits);
    expect(ids).toHaveLength(credits);
  });

  test('the metrics count waiting messages, the age of the oldest, dead letters, and attempts by kind and result from 0 on [DSK-76]', async () => {
    const figures = async () => {
      const { body } = await server.inject({ url: '/metrics' });
      const lines = body.split('\n').filter((line) => line.startsWith('almas_outbox_'));
      return Object.fromEntries(lines.map((line) => line.split(' '))) as Record<string, string>;
    };
    const sends = (kind: string, result: string) =>
      `almas_outbox_sends_total{kind="${kind}",result="${result}"}`;
    const before = await figures();
    for (const kind of ['web_push', 'telegram'])
      for (const result of ['done', 'retry', 'dead']) expect(before).toHaveProperty([sends(kind, result)]);
    expect(before.almas_outbox_waiting).toBe('0');

    const device = await subscribe(reseller);
    push.respondWith(device, (response) => void response.writeHead(503).end());
    await recharge(10);
    await deliverAll();
    const failed = await figures();
    expect(failed.almas_outbox_waiting).toBe('1');
    expect(Number(failed[sends('web_push', 'retry')])).toBe(Number(before[sends('web_push', 'retry')]) + 1);
    await services.db.query({ text: `UPDATE outbox SET not_before = now() - interval '1 hour'` });
    expect(Number((await figures()).almas_outbox_oldest_seconds)).toBeGreaterThanOrEqual(3_600);
    await services.db.query({ text: 'UPDATE outbox SET attempts = 7' });
    await deliverAll();
    const dead = await figures();
    expect(dead.almas_outbox_waiting).toBe('0');
    expect(dead.almas_outbox_dead_letters).toBe('1');
    expect(Number(dead[sends('web_push', 'dead')])).toBe(Number(before[sends('web_push', 'dead')]) + 1);
    push.respondWith(device, undefined);
    await recharge(10);
    await deliverAll();
    expect(Number((await figures())[sends('web_push', 'done')])).toBe(
      Number(before[sends('web_push', 'done')]) + 1,
    );
  });

  test('a message is repeated after a failure, with a longer delay, under the same id and topic [DSK-54]', async () => {
    const device = await subscribe(reseller);
    push.respondWith(device, (response) => void response.writeHead(503, { 'retry-after': '120' }).end());
    await recharge(10);
    await deliverAll();
    const [failed] = await query(
      `SELECT id, attempts, error, lease_until, extract(epoch FROM not_before - clock_timestamp())::float8 AS wait FROM outbox`,
    );
    expect(failed).toMatchObject({ attempts: 1, error: 'HTTP 503', lease_until: null });
    expect(failed?.wait).toBeGreaterThan(100);
    push.respondWith(device, (response) => void response.socket?.destroy());
    await services.db.query({ text: 'UPDATE outbox SET not_before = now(), attempts = 3' });
    await deliverAll();
    const [broken] = await query(
      `SELECT error, extract(epoch FROM not_before - clock_timestamp())::float8 AS wait FROM outbox`,
    );
    expect(broken?.error).toBe('ECONNRESET');
    expect(broken?.wait).toBeGreaterThan(200);
    push.respondWith(device, undefined);
    await services.db.query({ text: 'UPDATE outbox SET not_before = now()' });
    await deliverAll();
    const [message] = messagesOf(device);
    expect(message?.content.id).toBe(String(failed?.id));
    expect(message?.headers.topic).toBe(`almas-${failed?.id}`);
  });

  test('a message that a clock ahead of time dated or leased is sent once the clock is right; a repetition keeps its delay and a leased message its lease [DSK-55]', async () => {
    const device = await subscribe(reseller);
    for (let n = 0; n < 4; n += 1) await recharge(10);
    const [dated, leased, repeated, current] = (await query('SELECT id FROM outbox ORDER BY id')).map(
      ({ id }) => id,
    );
    await query(`UPDATE outbox SET not_before = clock_timestamp() + interval '1 day' WHERE id = ${dated}`);
    await query(
      `UPDATE outbox SET attempts = 1, lease_until = clock_timestamp() + interval '1 day' WHERE id = ${leased}`,
    );
    await query(
      `UPDATE outbox SET attempts = 7, not_before = clock_timestamp() + interval '1 hour' WHERE id = ${repeated}`,
    );
    await query(
      `UPDATE outbox SET attempts = 1, lease_until = clock_timestamp() + interval '70 seconds' WHERE id = ${current}`,
    );
    await runJobs(serving);
    const stop = startOutbox(serving, raiseMessageError);
    await eventually(() => messagesOf(device).length >= 2);
    await stop();
    expect(
      messagesOf(device)
        .map(({ content }) => Number(content.id))
        .sort((a, b) => a - b),
    ).toEqual([dated, leased]);
    expect(await query('SELECT id, attempts FROM outbox WHERE done_at IS NULL ORDER BY id')).toEqual([
      { id: repeated, attempts: 7 },
      { id: current, attempts: 1 },
    ]);
  });

  test('a message whose server stopped without a result is sent by another worker when its lease ends [DSK-55]', async () => {
    const device = await subscribe(reseller);
    await recharge(10);
    await query(`UPDATE outbox SET attempts = 1, lease_until = clock_timestamp() + interval '20 seconds'`);
    const stop = startOutbox(serving, raiseMessageError);
    await services.db.query({ text: 'SELECT 1' });
    expect(messagesOf(device)).toEqual([]);
    await query(`UPDATE outbox SET lease_until = clock_timestamp() - interval '1 second'`);
    await eventually(() => messagesOf(device).length === 1);
    await stop();
    const [row] = await query('SELECT attempts, done_at IS NOT NULL AS done FROM outbox');
    expect(row).toEqual({ attempts: 2, done: true });
  });

  test('a message that another server has leased meanwhile is not changed by the late result of the first one [DSK-55]', async () => {
    const device = await subscribe(reseller);
    await recharge(10);
    let leasedAgain = false;
    push.respondWith(device, async (response) => {
      await query(`UPDATE outbox SET attempts = 2, lease_until = clock_timestamp() + interval '20 seconds'`);
      leasedAgain = true;
      response.writeHead(500).end();
    });
    const stop = startOutbox(serving, raiseMessageError);
    await eventually(() => leasedAgain);
    await stop();
    expect(await query('SELECT attempts, error, lease_until IS NOT NULL AS leased FROM outbox')).toEqual([
      { attempts: 2, error: null, leased: true },
    ]);
  });
});

describe('a message that cannot be delivered', () => {
  const panel = async () => (await admin.get('/api/health')).body.outbox;

  test('after eight attempts a message is a dead letter in the panel; an administrator sends it again, which is audited [DSK-56]', async () => {
    const device = await subscribe(reseller);
    push.respondWith(device, (response) => void response.writeHead(500).end());
    await recharge(10);
    await services.db.query({ text: 'UPDATE outbox SET attempts = 7' });
    expect(await panel()).toMatchObject({ state: 'ok', waiting: 1, dead: 0 });
    await deliverAll();
    const dead = await panel();
    expect(dead).toMatchObject({ state: 'attention', waiting: 0, dead: 1 });
    expect(dead.letters).toEqual([
      {
        id: expect.any(String),
        kind: 'web_push',
        type: 'balance_credited',
        error: 'HTTP 500',
        attempts: 8,
        createdAt: expect.any(String),
      },
    ]);
    expect(JSON.stringify(dead)).not.toContain(device.name);
    push.respondWith(device, undefined);
    const id = dead.letters[0]?.id;
    expect((await reseller.post(`/api/health/messages/${id}/retry`)).status).toBe(403);
    expect((await admin.post(`/api/health/messages/${id}/retry`)).body).toEqual({ retried: 1 });
    await deliverAll();
    expect(messagesOf(device).map(({ content }) => content.id)).toEqual([id]);
    expect(await panel()).toMatchObject({ state: 'ok', dead: 0 });
    const [action] = (await admin.get('/api/audit-trail?action=message.retry')).body.items;
    expect(action).toMatchObject({ actorId: admin.id, subjectId: id, after: { messages: 1 } });
    expect((await admin.post(`/api/health/messages/${id}/retry`)).status).toBe(404);
    expect((await admin.post('/api/health/messages/retry')).status).toBe(404);
  });

  test('a message that its receiver refuses for good becomes a dead letter after one attempt and can be sent again [DSK-56]', async () => {
    telegram.respondWith({ status: 401, body: { ok: false, description: 'Unauthorized' } });
    await reseller.post('/api/recharge-requests', { amount: 10, method: 'ccp' });
    await deliverAll();
    const { letters } = await panel();
    expect(letters).toMatchObject([{ kind: 'telegram', error: 'HTTP 401', attempts: 1 }]);
    expect(JSON.stringify(letters)).not.toContain(token);
    telegram.respondWith(undefined);
    expect((await admin.post('/api/health/messages/retry')).body).toEqual({ retried: 1 });
    await deliverAll();
    expect(telegram.calls).toHaveLength(2);
  });

  test('a message refused by the chat with retry_after waits as long as the chat asks for [DSK-54]', async () => {
    telegram.respondWith({ status: 429, body: { ok: false, parameters: { retry_after: 300 } } });
    await reseller.post('/api/recharge-requests', { amount: 10, method: 'ccp' });
    await deliverAll();
    const [row] = await query(
      `SELECT extract(epoch FROM not_before - clock_timestamp())::float8 AS wait FROM outbox`,
    );
    expect(row?.wait).toBeGreaterThan(280);
  });

  test('the cleanup deletes sent messages after a day and dead letters after a month [DSK-57]', async () => {
    await query(`INSERT INTO outbox (kind, payload, done_at, dead_at) VALUES
        ('telegram', '{"type":"alert"}', now() - interval '25 hours', NULL),
        ('telegram', '{"type":"alert"}', now() - interval '23 hours', NULL),
        ('telegram', '{"type":"alert"}', NULL, now() - interval '31 days'),
        ('telegram', '{"type":"alert"}', NULL, now() - interval '29 days')`);
    await runJobs(serving);
    const left = await query(
      `SELECT done_at IS NOT NULL AS done FROM outbox WHERE payload = '{"type":"alert"}' ORDER BY id`,
    );
    expect(left).toEqual([{ done: true }, { done: false }]);
  });
});

describe('low stock', () => {
  test('low stock is announced once until new codes are imported into the offer, with all offers of a run in one message [DSK-58]', async () => {
    const device = await subscribe(admin);
    const product = await createProduct(admin, {
      name: 'Steam',
      status: 'active',
      offers: [{ name: '10 €' }, { name: '20 €' }],
    });
    const texts = () => messagesOf(device).map(({ content }) => content.text);
    await runJobs(serving);
    await deliverAll();
    expect(texts()).toEqual(['Steam, 10 € ; Steam, 20 €']);
    await runJobs(serving);
    await deliverAll();
    expect(texts()).toHaveLength(1);
    await importCodes(admin, product, 12);
    await runJobs(serving);
    const [offer] = product.offers;
    const buyer = await createUser(server, services, { balance: 10_000 });
    const bought = await buyer.post('/api/purchases', {
      productId: product.id,
      offerId: offer?.id,
      quantity: 5,
    });
    expect(bought.status, bought.text).toBe(200);
    await runJobs(serving);
    await deliverAll();
    expect(texts()).toEqual(['Steam, 10 € ; Steam, 20 €', 'Steam, 10 €']);
    expect(messagesOf(device)[0]?.content).toMatchObject({ title: 'Stock bas', path: '/admin/products' });
  });
});

describe('an alert', () => {
  test('an unexpected error is announced once by the title of its alert, when it comes first and not again; a refused payment is not [DSK-59]', async () => {
    const device = await subscribe(admin);
    const announced = async () =>
      (await query(`SELECT attempts FROM rate_limits WHERE action = 'alert_message'`))[0]?.attempts;
    const stop = announceAlerts(serving);
    raisePaymentError(services.log, { userId: reseller.id, amount: 5, error: fail('BALANCE_SHORT') });
    for (const [index, load] of ['/api/x', '/api/y', '/api/z'].entries()) {
      raiseDatabaseError(services.log, load, new Error('a secret of 12345'));
      await eventually(async () => (await announced()) === index + 1);
      await deliverAll();
      expect(messagesOf(device).map(({ content }) => [content.title, content.text])).toEqual([
        ['Alerte Almas', 'Erreur de base de données'],
      ]);
    }
    stop();
  });
});
