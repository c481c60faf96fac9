import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { startWebhooks } from '../../server/src/modules/webhooks/webhook-worker.ts';
import { retrySeconds } from '../../server/src/modules/webhooks/webhooks.store.ts';
import { writeLedgerEvents, writeOfferEvents } from '../../server/src/modules/webhooks/write-events.ts';
import { outboundClient } from '../../server/src/outbound/outbound-client.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { insertKey, program } from '../support/api-keys.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, giveBalance, type TestUser } from '../support/users.ts';

/*
 * Webhooks (docs/acceptance.md, API). Turned red by: an event that is written beside its cause; a later event of an object that is sent while
 * an earlier one waits; a signature over something else than what is sent; a webhook that is turned off in silence.
 */
const { db, query } = await freshDatabase({ max: 20 });
const config = { extensions: new Set(['reseller-api'] as const) };
const webhookOutbound = outboundClient({ allowed: ['127.0.0.1'] });
const { server, services } = await secondServer(db, { config });
const sending = { ...services, webhookOutbound };
const admin = await createUser(server, services, { role: 'admin' });

interface Received {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly status: number;
}
/** The number of the delivery that is part of the id of an event. */
const deliveryOf = ({ id }: Received): string => id.split('_')[1] ?? '';
/** A receiver whose answers the test decides. */
async function receiver(statusOf: (id: string, body: string) => number = () => 204, headers = {}) {
  const received: Received[] = [];
  const listening = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name]);
      const id = header('webhook-id');
      const status = statusOf(id, body);
      const signature = header('webhook-signature');
      received.push({ id, timestamp: header('webhook-timestamp'), signature, body, status });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/almas`;
  return { url, received, accepted: () => received.filter(({ status }) => status < 300) };
}
const allEvents = ['order.completed', 'balance.changed', 'price.changed', 'stock.low'];
const input = { url: 'https://site.exemple.dz/almas', events: allEvents };
/** A webhook of the account at a receiver on this machine, which no call of the API accepts. */
async function hook(user: TestUser, url: string, events: readonly string[] = allEvents) {
  const { status, body } = await user.post('/api/webhooks', { ...input, events });
  expect(status).toBe(200);
  await query('UPDATE webhooks SET url = $2 WHERE id = $1', body.id, url);
  return body as { id: string; secret: string };
}
const reseller = () => createUser(server, services, { balance: 100_000 });
/** The jobs that write events. */
async function writeEvents(on: Pick<typeof sending, 'features' | 'outbox'> = sending): Promise<void> {
  for (const write of [writeLedgerEvents(on), writeOfferEvents(on)])
    while ((await transaction(db, (tx) => write(tx, 1_000))) > 0);
}
const deliveries = async (user: TestUser, id: string) =>
  (await user.get(`/api/webhooks/${id}/deliveries?limit=100`)).body.items;
const makeDue = (id: string) =>
  query(
    'UPDATE outbox SET not_before = clock_timestamp() WHERE webhook_id = $1 AND done_at IS NULL AND dead_at IS NULL',
    id,
  );
const isIdle = async (id: string) =>
  (
    await query(
      'SELECT FROM outbox WHERE webhook_id = $1 AND done_at IS NULL AND dead_at IS NULL AND not_before <= clock_timestamp()',
      id,
    )
  ).length === 0;
/** Sends what is due. */
async function sendDue(id: string): Promise<void> {
  const stop = startWebhooks(sending);
  try {
    await eventually(() => isIdle(id), { what: 'everything due was tried', seconds: 120 });
  } finally {
    await stop();
  }
}
async function shop(stock: number, price = 250) {
  const product = await createProduct(admin, { name: 'PUBG', offers: [{ name: '660 UC', price }] });
  await importCodes(admin, product, stock);
  return product;
}

describe('webhooks', () => {
  test('a reseller makes, changes, lists and deletes webhooks; the secret is shown once and stored sealed; another account sees none [API-60]', async () => {
    const user = await reseller();
    const { body } = await user.post('/api/webhooks', input);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await query('SELECT w::text AS row FROM webhooks w WHERE id = $1', body.id);
    expect(row?.row).not.toContain(Buffer.from(body.secret).toString('hex'));
    expect((await user.get('/api/webhooks')).body.items).toEqual([
      {
        ...input,
        id: body.id,
        enabled: true,
        offAt: null,
        offReason: null,
        waiting: 0,
        createdAt: expect.any(String),
      },
    ]);
    const foreigner = await reseller();
    const path = `/api/webhooks/${body.id}`;
    for (const { status, body: refused } of [
      await foreigner.patch(path, { enabled: false }),
      await foreigner.delete(path),
      await foreigner.get(`${path}/deliveries`),
      await foreigner.post(`${path}/test`),
      await foreigner.post(`${path}/deliveries/1/retry`),
    ])
      expect([status, refused.code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    expect((await user.patch(path, { events: ['stock.low'], enabled: false })).body).toMatchObject({
      events: ['stock.low'],
      enabled: false,
      offReason: 'owner',
    });
    expect((await user.post(`${path}/test`)).body.code).toBe('WEBHOOK_OFF');
    expect((await user.delete(path)).status).toBe(204);
    expect((await user.get('/api/webhooks')).body.items).toEqual([]);
  });

  test.each([
    'http://site.exemple.dz/almas',
    'https://127.0.0.1/almas',
    'https://localhost/almas',
    'https://10.0.0.7/',
    'https://[::1]/',
    'https://nom:secret@exemple.dz/',
    'https://exemple.dz:8443/',
    'https://exemple.dz:443@10.0.0.7/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.7]/',
    'https://[64:ff9b::a00:7]/',
    'https://site.localhost./',
    'ftp://exemple.dz/',
    '',
  ])('a webhook at %j is refused [API-61]', async (url) => {
    const user = await reseller();
    expect((await user.post('/api/webhooks', { ...input, url })).body.code).toBe('WEBHOOK_URL_INVALID');
    const { id } = (await user.post('/api/webhooks', input)).body;
    expect((await user.patch(`/api/webhooks/${id}`, { url })).body.code).toBe('WEBHOOK_URL_INVALID');
  });

  test.each([
    ['resolves to a private address', [{ address: '127.0.0.1', family: 4 }]],
    [
      'has a private address beside a public one',
      [
        { address: '9.9.9.9', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['is unknown', []],
  ])(
    'a name that %s is not called, and its owner does not learn which it is [API-61]',
    async (_, addresses) => {
      const user = await reseller();
      const { received } = await receiver();
      const { id } = await hook(user, 'https://site.exemple.dz/almas');
      await user.post(`/api/webhooks/${id}/test`);
      const resolve = (
        _: string,
        done: (error: null, addresses: { address: string; family: number }[]) => void,
      ) => done(null, addresses);
      const stop = startWebhooks({ ...services, webhookOutbound: outboundClient({ allowed: [], resolve }) });
      await eventually(async () => (await deliveries(user, id))[0].attempts === 1 && (await isIdle(id)));
      await stop();
      expect((await deliveries(user, id))[0].error).toBe('no public address');
      expect(received).toEqual([]);
    },
  );

  test('a redirect of a receiver is not followed: it is a refusal like any other [API-61]', async () => {
    const user = await reseller();
    const inside = await receiver();
    const { url } = await receiver(() => 302, { location: inside.url });
    const { id } = await hook(user, url);
    await user.post(`/api/webhooks/${id}/test`);
    await sendDue(id);
    expect((await deliveries(user, id))[0]).toMatchObject({ status: 'waiting', error: 'HTTP 302' });
    expect(inside.received).toEqual([]);
  });

  test('an account has five webhooks, of 32 that are asked for at once too [API-60]', async () => {
    const user = await reseller();
    const answers = await Promise.all(Array.from({ length: 32 }, () => user.post('/api/webhooks', input)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('TOO_MANY_WEBHOOKS');
  });

  test('an order and a changed balance are events without a code or an amount, signed as Standard Webhooks asks for [API-62]', async () => {
    const product = await shop(2);
    const user = await reseller();
    const { url, received } = await receiver();
    const { id, secret } = await hook(user, url, ['order.completed', 'balance.changed']);
    const order = await program(server, await insertKey(services, user.id)).order({
      reference: 'site-9',
      offerId: offerOf(product).id,
    });
    await runJobs(sending);
    await sendDue(id);
    const events = received.map(({ body }) => JSON.parse(body));
    expect(events).toEqual(
      expect.arrayContaining([
        {
          type: 'order.completed',
          timestamp: expect.any(String),
          data: { reference: 'site-9', orderId: order.body.orderId },
        },
        { type: 'balance.changed', timestamp: expect.any(String), data: {} },
      ]),
    );
    expect(events).toHaveLength(2);
    expect(JSON.stringify(received)).not.toContain(order.body.codes[0].code);
    for (const { id: messageId, timestamp, signature, body } of received) {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const expected = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64');
      expect(signature).toBe(`v1,${expected}`);
      expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    }
    expect(await deliveries(user, id)).toHaveLength(2);
    for (const delivery of await deliveries(user, id))
      expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, error: null, nextAttemptAt: null });
    // Each is written once.
    await writeEvents();
    expect(await deliveries(user, id)).toHaveLength(2);
    expect(await audit(db)).toEqual([]);
  });

  test('a changed price and a stock that runs low are one event each, for the account that they concern [API-63]', async () => {
    const product = await shop(12);
    const user = await reseller();
    const { url, received } = await receiver();
    const { id } = await hook(user, url, ['price.changed', 'stock.low']);
    await writeEvents();
    expect(await deliveries(user, id)).toEqual([]);
    const foreigner = await reseller();
    const { id: offerId } = offerOf(product);
    await admin.put(`/api/users/${foreigner.id}/prices`, { prices: [{ offerId, price: 240 }] });
    await writeEvents();
    expect(await deliveries(user, id)).toEqual([]);
    await admin.put(`/api/users/${user.id}/prices`, { prices: [{ offerId, price: 235 }] });
    await foreigner.post('/api/purchases', { productId: product.id, offerId, quantity: 3 });
    await writeEvents();
    await writeEvents();
    await sendDue(id);
    const events = received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => ({ type, data }));
    expect(events).toEqual([
      { type: 'price.changed', data: { offerId } },
      { type: 'stock.low', data: { offerId } },
    ]);
  });

  // Turned red by: what changed before anybody asked for it.
  test('events of prices and stock that are chosen later say what changes from then on [API-63]', async () => {
    const product = await shop(12);
    const user = await reseller();
    const { id } = await hook(user, (await receiver()).url, ['balance.changed']);
    const { id: offerId } = offerOf(product);
    const setPrice = (price: number) =>
      admin.put(`/api/users/${user.id}/prices`, { prices: [{ offerId, price }] });
    await setPrice(240);
    const events = ['balance.changed', 'price.changed', 'stock.low'];
    expect((await user.patch(`/api/webhooks/${id}`, { events })).status).toBe(200);
    await writeEvents();
    expect(await deliveries(user, id)).toEqual([]);
    await setPrice(235);
    // Both were chosen already: nothing is noted anew.
    await user.patch(`/api/webhooks/${id}`, { events: ['price.changed'] });
    await writeEvents();
    expect(await deliveries(user, id)).toMatchObject([{ type: 'price.changed', object: `offer ${offerId}` }]);
  });

  test('a price from a larger quantity on that is added, changed or removed is one event each, of the own prices and of the level [API-63]', async () => {
    const product = await shop(12);
    const user = await reseller();
    const { id: offerId } = offerOf(product);
    const { body: level } = await admin.post('/api/price-levels', { name: `Gros ${offerId.slice(0, 8)}` });
    expect((await admin.patch(`/api/users/${user.id}/price-level`, { levelId: level.id })).status).toBe(200);
    const { url } = await receiver();
    const { id } = await hook(user, url, ['price.changed']);
    const own = `/api/users/${user.id}/prices`;
    const ofLevel = `/api/price-levels/${level.id}/prices`;
    const changes: [string, { minQuantity: number; price: number }[]][] = [
      [ofLevel, [{ minQuantity: 10, price: 240 }]],
      [ofLevel, [{ minQuantity: 10, price: 239 }]],
      [own, [{ minQuantity: 5, price: 238 }]],
      [own, []],
    ];
    for (const [index, [path, prices]] of changes.entries()) {
      const body = { offerIds: [offerId], prices: prices.map((price) => ({ offerId, ...price })) };
      expect((await admin.put(path, body)).status).toBe(200);
      await writeEvents();
      await writeEvents();
      expect(await deliveries(user, id), path).toHaveLength(index + 1);
      // A change before the event of the one before was sent is no event of its own.
      await query('UPDATE outbox SET attempts = 1 WHERE webhook_id = $1', id);
    }
  });

  test('a refused event is tried ten times over 75 hours; then its webhook is off, and its owner is notified [API-64]', async () => {
    expect(retrySeconds.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(75 * 3_600);
    const user = await reseller();
    const { url, received } = await receiver(() => 500);
    const { id } = await hook(user, url, ['balance.changed']);
    await giveBalance(services, user.id, 1);
    await writeEvents();
    for (let attempt = 1; attempt <= retrySeconds.length; attempt += 1) {
      await sendDue(id);
      const [delivery] = await deliveries(user, id);
      expect(delivery).toMatchObject({ status: 'waiting', attempts: attempt, error: 'HTTP 500' });
      const wait = (Date.parse(delivery.nextAttemptAt) - Date.now()) / 1_000;
      expect(Math.abs(wait - (retrySeconds[attempt - 1] ?? 0))).toBeLessThan(30);
      await makeDue(id);
    }
    await sendDue(id);
    expect(received).toHaveLength(10);
    expect((await deliveries(user, id))[0].status).toBe('failed');
    expect((await user.get('/api/webhooks')).body.items[0]).toMatchObject({
      enabled: false,
      offReason: 'failed',
    });
    const [notified] = (await user.get('/api/notifications')).body.items;
    expect(notified).toMatchObject({ type: 'webhook_off', title: 'Webhook arrêté' });
    // Administrators are not alerted of a reseller's receiver.
    expect((await admin.get('/api/health')).body.outbox).toMatchObject({ dead: 0, letters: [] });
    expect(await audit(db)).toEqual([]);
  });

  test('a test that its receiver does not understand leaves the webhook on, and holds up no later test [API-64]', async () => {
    const user = await reseller();
    let status = 400;
    const { url, accepted } = await receiver(() => status);
    const { id } = await hook(user, url);
    const first = (await user.post(`/api/webhooks/${id}/test`)).body.deliveryId;
    await sendDue(id);
    status = 204;
    const second = (await user.post(`/api/webhooks/${id}/test`)).body.deliveryId;
    await sendDue(id);
    expect(accepted().map(deliveryOf)).toEqual([second]);
    status = 400;
    for (let attempt = 1; attempt <= retrySeconds.length; attempt += 1) {
      await makeDue(id);
      await sendDue(id);
    }
    expect(await deliveries(user, id)).toMatchObject([
      { id: second, status: 'delivered' },
      { id: first, status: 'failed', attempts: 10 },
    ]);
    expect((await user.get('/api/webhooks')).body.items[0].enabled).toBe(true);
    expect((await user.get('/api/notifications')).body.items).toEqual([]);
  });

  test('a receiver that answers 410 turns its webhook off at once; turned on again, ten times an hour at most, it gets what waited, in its order [API-65]', async () => {
    const user = await reseller();
    let status = 410;
    const { url, accepted } = await receiver(() => status);
    const { id } = await hook(user, url, ['balance.changed']);
    await query(
      `INSERT INTO outbox (kind, webhook_id, object, payload)
       SELECT 'webhook', $1, 'balance', jsonb_build_object('type', 'balance.changed', 'data', jsonb_build_object('n', n)) FROM generate_series(1, 3) n`,
      id,
    );
    const stop = startWebhooks(sending);
    const isOff = async () => !(await user.get('/api/webhooks')).body.items[0].enabled;
    await eventually(isOff, { what: 'the webhook is off' });
    await stop();
    expect((await user.get('/api/webhooks')).body.items[0]).toMatchObject({
      enabled: false,
      offReason: 'gone',
    });
    await giveBalance(services, user.id, 1);
    await writeEvents();
    status = 200;
    expect((await user.patch(`/api/webhooks/${id}`, { enabled: true })).body.enabled).toBe(true);
    await writeEvents();
    await sendDue(id);
    const ids = accepted().map((event) => Number(deliveryOf(event)));
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    // Ten times an hour, this one included; tests that were given up stay so.
    const { deliveryId } = (await user.post(`/api/webhooks/${id}/test`)).body;
    await query('UPDATE outbox SET dead_at = clock_timestamp() WHERE id = $1', deliveryId);
    await query(
      "UPDATE rate_limits SET attempts = 9 WHERE action = 'webhook_turn_on' AND subject = $1",
      user.id,
    );
    const turn = (enabled: boolean) => user.patch(`/api/webhooks/${id}`, { enabled });
    for (const enabled of [false, true, false]) expect((await turn(enabled)).status).toBe(200);
    expect(await deliveries(user, id)).toContainEqual(
      expect.objectContaining({ id: deliveryId, status: 'failed' }),
    );
    expect((await turn(true)).body.code).toBe('TOO_MANY_CALLS');
  });

  test('a delivery is sent again under its id, whatever became of it [API-66]', async () => {
    const user = await reseller();
    const { url, received } = await receiver();
    const { id } = await hook(user, url);
    const { deliveryId } = (await user.post(`/api/webhooks/${id}/test`)).body;
    await sendDue(id);
    expect((await user.post(`/api/webhooks/${id}/deliveries/${deliveryId}/retry`)).status).toBe(204);
    await sendDue(id);
    expect(received.map(deliveryOf)).toEqual([deliveryId, deliveryId]);
    expect(new Set(received.map(({ id: message }) => message)).size).toBe(1);
    expect((await user.post(`/api/webhooks/${id}/deliveries/999999/retry`)).body.code).toBe(
      'DELIVERY_NOT_FOUND',
    );
  });

  // Turned red by: an id that is the number of the row alone.
  test('an event that takes the number of another one after a restore has an id of its own [API-66]', async () => {
    const user = await reseller();
    const { url, received } = await receiver();
    const { id } = await hook(user, url);
    for (let event = 0; event < 2; event += 1) {
      const { deliveryId } = (await user.post(`/api/webhooks/${id}/test`)).body;
      await sendDue(id);
      // As in the database of a backup that was made before it.
      await query('DELETE FROM outbox WHERE id = $1', deliveryId);
      await query(`SELECT setval(pg_get_serial_sequence('outbox', 'id'), $1, false)`, deliveryId);
    }
    const [first, second] = received;
    expect(second && deliveryOf(second)).toBe(first && deliveryOf(first));
    expect(second?.id).not.toBe(first?.id);
  });

  test('an account sends deliveries again a hundred times an hour at most [API-66]', async () => {
    const user = await reseller();
    const { id } = await hook(user, (await receiver()).url);
    const { deliveryId } = (await user.post(`/api/webhooks/${id}/test`)).body;
    await query(
      `INSERT INTO rate_limits (action, subject, attempts, window_ends) VALUES ('webhook_retry', $1, 99, now() + interval '1 hour')`,
      user.id,
    );
    const again = () => user.post(`/api/webhooks/${id}/deliveries/${deliveryId}/retry`);
    expect((await again()).status).toBe(204);
    expect((await again()).body.code).toBe('TOO_MANY_CALLS');
  });

  test('receivers that never answer, as many as an account may have, hold up no event of another account [API-69]', async () => {
    const held: ServerResponse[] = [];
    const silent = createServer((_, response) => void held.push(response));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const hostile = await reseller();
    for (let n = 0; n < 5; n += 1) {
      const { id } = await hook(hostile, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
      await query(
        `INSERT INTO outbox (kind, webhook_id, object, payload)
         SELECT 'webhook', $1, 'order ' || n, '{"type": "order.completed", "data": {}}' FROM generate_series(1, 20) n`,
        id,
      );
    }
    const user = await reseller();
    const { url, received } = await receiver();
    const stop = startWebhooks(sending);
    onTestFinished(async () => {
      silent.closeAllConnections();
      silent.close();
      await stop();
    });
    await eventually(() => held.length > 0, { what: 'the first of them is called' });
    const { id } = await hook(user, url);
    await user.post(`/api/webhooks/${id}/test`);
    await eventually(() => received.length === 1, {
      what: 'the event of the other account has arrived',
      seconds: 8,
    });
    expect(held.length).toBe(4);
    await query('DELETE FROM webhooks WHERE user_id = $1', hostile.id);
  });

  test('events of a receiver that refuses half of the calls all arrive, those about one object in their order, through two servers [API-67]', async () => {
    const events = process.env.LONG ? 10_000 : 120;
    const objects = 40;
    const user = await reseller();
    const refused = new Set<string>();
    const { url, accepted } = await receiver((message) => {
      if (refused.has(message)) return 200;
      refused.add(message);
      return 500;
    });
    const { id } = await hook(user, url);
    await query(
      `INSERT INTO outbox (kind, webhook_id, object, payload)
       SELECT 'webhook', $1, 'order ' || n % $3, jsonb_build_object('type', 'order.completed', 'data', jsonb_build_object('reference', (n % $3)::text, 'n', n::text))
         FROM generate_series(1, $2::int) n ORDER BY n`,
      id,
      events,
      objects,
    );
    const stops = [startWebhooks(sending), startWebhooks(sending)];
    onTestFinished(async () => {
      await Promise.all(stops.map((stop) => stop()));
    });
    // The waits between two attempts are left out.
    await eventually(
      async () => {
        await query(
          `UPDATE outbox SET not_before = clock_timestamp()
            WHERE webhook_id = $1 AND done_at IS NULL AND attempts > 0 AND not_before > clock_timestamp()`,
          id,
        );
        services.outbox.wake();
        const left = await query('SELECT FROM outbox WHERE webhook_id = $1 AND done_at IS NULL LIMIT 1', id);
        return left.length === 0;
      },
      { what: 'every event has arrived', seconds: process.env.LONG ? 3_600 : 90 },
    );
    const seen = new Map<string, number[]>();
    for (const { body } of accepted()) {
      const { reference, n } = JSON.parse(body).data;
      seen.set(reference, [...(seen.get(reference) ?? []), Number(n)]);
    }
    expect([...seen.values()].flat().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: events }, (_, n) => n + 1),
    );
    for (const order of seen.values()) expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('a deactivated account gets no event until it is active again, and then what it has missed [API-68]', async () => {
    const user = await reseller();
    const { url, received } = await receiver();
    const { id: offerId } = offerOf(await shop(1));
    const { id } = await hook(user, url, ['balance.changed', 'price.changed']);
    await giveBalance(services, user.id, 5);
    await writeEvents();
    const setStatus = (status: string) =>
      query('UPDATE users SET status = $2 WHERE id = $1', user.id, status);
    await setStatus('inactive');
    await giveBalance(services, user.id, 5);
    await admin.put(`/api/users/${user.id}/prices`, { prices: [{ offerId, price: 240 }] });
    await writeEvents();
    const next = await reseller();
    const hooked = await hook(next, (await receiver()).url);
    await next.post(`/api/webhooks/${hooked.id}/test`);
    await sendDue(hooked.id);
    expect(received).toEqual([]);
    await setStatus('active');
    expect(await deliveries(user, id)).toHaveLength(1);
    await writeEvents();
    await sendDue(id);
    expect(received).toHaveLength(2);
  });

  test('without the switch nothing is written or sent, and the events of meanwhile are written once it is on [API-68]', async () => {
    const user = await reseller();
    const { url, received } = await receiver();
    const { id } = await hook(user, url, ['balance.changed']);
    const off = { ...sending, features: { enabled: async () => new Set<never>() } };
    await giveBalance(services, user.id, 5);
    await writeEvents(off);
    expect(await deliveries(user, id)).toEqual([]);
    await writeEvents();
    expect(await deliveries(user, id)).toHaveLength(1);
    const stop = startWebhooks(off);
    await stop();
    expect(received).toEqual([]);
    await sendDue(id);
    expect(received).toHaveLength(1);
  });
});
