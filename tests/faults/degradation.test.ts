import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { callServer, type RemoteCall, type RemoteResponse } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { responseDroppingProxy } from '../support/response-dropping-proxy.ts';
import { waitingForLocks } from '../support/row-locks.ts';
import { startServer } from '../support/server-process.ts';
import { newCodes } from '../support/shop.ts';
import { stallingProxy } from '../support/stalling-proxy.ts';
import { password, type TestUser } from '../support/users.ts';

const maxConcurrentRequests = 30;
const poolSize = 10;
const postgres = await ownPostgres(false);
const proxy = await responseDroppingProxy(postgres.url);
const slowProxy = await stallingProxy(proxy.url);
const databaseUrl = new URL(proxy.url);
databaseUrl.port = new URL(slowProxy.baseURL).port;
const shop = await remoteShop(postgres.url);
const server = await startServer({
  ...remoteEnvironment(databaseUrl.href),
  MAX_CONCURRENT_REQUESTS: String(maxConcurrentRequests),
  DATABASE_POOL: String(poolSize),
});
const [buyer, other] = shop.buyers as [TestUser, TestUser];

afterEach(() => postgres.thaw());
afterAll(async () => {
  await server.stop();
  await shop.close();
  slowProxy.close();
  proxy.close();
  await postgres.remove();
});

const send = (user: Pick<TestUser, 'cookie'>, call: RemoteCall) => callServer(server.baseURL, user, call);
const purchase = (key: string = randomUUID(), quantity = 1): RemoteCall => ({
  method: 'POST',
  path: '/api/purchases',
  key,
  body: { productId: shop.productId, offerId: shop.offerId, quantity },
});
const recharge = (key: string = randomUUID()): RemoteCall => ({
  method: 'POST',
  path: `/api/users/${other.id}/recharge`,
  key,
  body: { amount: 25 },
});
const me: RemoteCall = { method: 'GET', path: '/api/me' };
const visitor = { cookie: '' };
const signIn = (email: string): RemoteCall => ({
  method: 'POST',
  path: '/api/login',
  body: { email, password },
});
const registration = (index: number): RemoteCall => ({
  method: 'POST',
  path: '/api/register',
  body: {
    email: `new${index}@exemple.dz`,
    password,
    firstName: 'Amine',
    lastName: 'Benali',
    company: 'Almas',
    phone: '0550000000',
  },
});
const picture = (index: number): RemoteCall => ({
  method: 'GET',
  path: `/pictures/${String(index).padStart(64, '0')}.webp`,
});
const oneOfEach = () => [
  send(buyer, me),
  send(buyer, purchase()),
  send(shop.admin, recharge()),
  send(visitor, signIn(buyer.email)),
];
const ready = async () =>
  (await callServer(server.baseURL, buyer, { method: 'GET', path: '/readyz' })).status === 200;

/** What a response may reveal about an unavailable database: when to try again, and nothing else. */
function expectUnavailable(response: RemoteResponse, withinMilliseconds = 5_000): void {
  expect(response.failure ?? response.status).toBe(503);
  expect(response.body).toEqual({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^[A-ZÀ-Ý][^{}[\]]+$/),
    retryAfter: Number(response.retryAfter),
    requestId: expect.stringMatching(/^[\w-]+$/),
  });
  expect(JSON.stringify(response.body)).not.toMatch(
    /postgres|ECONN|timeout|connection|terminat|SQL|127\.0\.0/i,
  );
  expect(Number(response.retryAfter)).toBeGreaterThanOrEqual(1);
  expect(response.milliseconds).toBeLessThan(withinMilliseconds);
}

async function purchasesOf(key: string): Promise<number> {
  const { rows } = await shop.db.query<{ count: number }>({
    text: `SELECT count(*) FROM idempotency_keys k JOIN purchases p ON p.id = (k.answer ->> 'purchaseId')::bigint WHERE k.key = $1`,
    values: [key],
  });
  return rows[0]?.count ?? 0;
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(postgres.url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Holds the account's row, so that a debit of it waits in the middle of its statement. */
async function holdAccount(id: string): Promise<pg.Client> {
  const holder = await connected();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
  return holder;
}

const waiting = () => waitingForLocks(shop.db);
const isQueryWaiting = async () => (await waiting()) > 0;

/** Repeats the call with the same key until the database is back. */
async function untilAvailable(user: Pick<TestUser, 'cookie'>, call: RemoteCall): Promise<RemoteResponse> {
  let response: RemoteResponse | undefined;
  await eventually(async () => {
    response = await send(user, call);
    return response.status !== 503;
  });
  return response as RemoteResponse;
}

// Turned red by: the server's pool with the timeouts of a command (pool.ts); a refused connection that counts as unavailable by its
// SQLSTATE only (failures.ts); a queue of calls without a session, or of pictures, that waits without end (bounded-queue.ts); ROLLBACK
// awaited after a lost connection (transaction.ts); concurrent requests without a limit; queryWatchdog that never asks; the driver's
// message in the error reply; a replay that acts again (idempotent.ts).
describe('P8: without its database a server responds with 503 within 5 s, and recovers by itself', () => {
  test('when the database refuses connections, calls get 503 within 1.5 s and succeed again once it is back', async () => {
    await postgres.stop();
    for (const response of await Promise.all(oneOfEach())) expectUnavailable(response, 1_500);
    expect(await ready()).toBe(false);
    expect((await send(buyer, { method: 'GET', path: '/healthz' })).status).toBe(200);
    await postgres.start();
    for (const call of [me, purchase()]) expect((await untilAvailable(buyer, call)).status).toBe(200);
    await eventually(ready);
  });

  test('when the database refuses the password of the server, calls get 503, and succeed again once it accepts it', async () => {
    const owner = await connected();
    // The database is killed a few tests later, and its password must be back on the disk by then.
    await owner.query('SET synchronous_commit = on');
    const { username } = new URL(postgres.url);
    const setPassword = (word: string) =>
      owner.query(`ALTER ROLE ${pg.escapeIdentifier(username)} PASSWORD ${pg.escapeLiteral(word)}`);
    await setPassword('another one');
    try {
      // Open connections would go on: the password is checked when one is opened.
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
      );
      for (const response of await Promise.all(oneOfEach())) expectUnavailable(response);
      expect(await ready()).toBe(false);
    } finally {
      await setPassword(new URL(postgres.url).password);
      await owner.end();
    }
    for (const wanted of [me, purchase()]) expect((await untilAvailable(buyer, wanted)).status).toBe(200);
    await eventually(ready);
  });

  test('when the database is killed during a sale, the call gets 503, and the same key then finds one purchase', async () => {
    const key = randomUUID();
    const holder = await holdAccount(buyer.id);
    const cut = send(buyer, purchase(key));
    await eventually(isQueryWaiting);
    await postgres.kill();
    expectUnavailable(await cut);
    await holder.end().catch(() => undefined);
    expect((await untilAvailable(buyer, purchase(key))).status).toBe(200);
    expect(await purchasesOf(key)).toBe(1);
  });

  test('when the database is frozen, running and new calls get 503 in time, and calls beyond the limit at once', async () => {
    const key = randomUUID();
    const holder = await holdAccount(buyer.id);
    const running = send(buyer, purchase(key));
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [other.id]);
    const alsoRunning = send(shop.admin, recharge());
    await eventually(async () => (await waiting()) === 2);
    const together = (call: (index: number) => ReturnType<typeof send>) =>
      Promise.all(Array.from({ length: maxConcurrentRequests * 3 }, (_, index) => call(index)));
    const started = performance.now();
    await together(() => send(visitor, { method: 'GET', path: '/healthz' }));
    // What this machine takes for so many calls.
    const machine = performance.now() - started;
    postgres.freeze();
    const began = performance.now();
    const crowd = await together((index) => send(other, index % 2 ? me : purchase()));
    for (const response of crowd) expectUnavailable(response);
    const refused = crowd.filter(({ milliseconds }) => milliseconds < 1_500 + machine);
    expect(refused.length).toBeGreaterThanOrEqual(maxConcurrentRequests * 2);
    expect(performance.now() - began).toBeLessThan(6_000);
    for (const response of await Promise.all([running, alsoRunning])) expectUnavailable(response);
    expect(await ready()).toBe(false);
    postgres.thaw();
    await holder.end();
    expect((await untilAvailable(buyer, purchase(key))).status).toBe(200);
    expect(await purchasesOf(key)).toBe(1);
    expect((await untilAvailable(shop.admin, recharge())).status).toBe(200);
    await eventually(ready);
  });

  test('when the database is frozen, sign-ins, registrations and pictures, which share few connections, get 503 in time', async () => {
    const half = Array.from({ length: maxConcurrentRequests / 2 }, (_, index) => index);
    postgres.freeze();
    const responses = await Promise.all(
      half.flatMap((index) =>
        [signIn(`caller${index}@exemple.dz`), registration(index), picture(index)].map((wanted) =>
          send(visitor, wanted),
        ),
      ),
    );
    postgres.thaw();
    for (const response of responses) expectUnavailable(response);
    await eventually(ready);
    expect((await untilAvailable(buyer, purchase())).status).toBe(200);
  });

  test('when every statement takes 1.6 s, a sign-in, which has many, gets 503 in time', async () => {
    // Opens the connection that the sign-in uses.
    await send(buyer, me);
    slowProxy.slow(1_600);
    const response = await send(visitor, signIn(buyer.email));
    slowProxy.slow(0);
    expectUnavailable(response);
    expect((await untilAvailable(visitor, signIn(buyer.email))).status).toBe(200);
  });

  test('when the database is busy, a call that waits twice, for its session and for its sale, gets 503 in time', async () => {
    const key = randomUUID();
    const holder = await holdAccount(buyer.id);
    // The pool waits for this account, but for connections that jobs of the server may have. Calls that come later wait for the pool.
    const first = Array.from({ length: poolSize + 1 }, () => send(buyer, purchase()));
    await eventually(async () => (await waiting()) >= poolSize - 2);
    await pause(700);
    const second = [purchase(key), purchase(), purchase()].map((call) => send(buyer, call));
    for (const response of await Promise.all([...first, ...second])) expectUnavailable(response);
    await holder.end();
    expect((await untilAvailable(buyer, purchase(key))).status).toBe(200);
    expect(await purchasesOf(key)).toBe(1);
  });

  test('a long import waits for a busy database, and not for a frozen one', async () => {
    const holder = await connected();
    const codes = (list: readonly string[]): RemoteCall => ({
      method: 'POST',
      path: `/api/products/${shop.productId}/offers/${shop.offerId}/codes`,
      body: { codes: list },
    });
    const holdOffer = () => holder.query('BEGIN; LOCK TABLE codes IN SHARE MODE');
    const [kept, lost] = [newCodes(3), newCodes(3)];
    await holdOffer();
    const patient = send(shop.admin, codes(kept));
    // Longer than any other call would wait: this is what is tested.
    await pause(4_500);
    await holder.query('COMMIT');
    expect((await patient).body).toMatchObject({ imported: 3 });
    await holdOffer();
    const doomed = send(shop.admin, codes(lost));
    await eventually(isQueryWaiting);
    postgres.freeze();
    expectUnavailable(await doomed);
    postgres.thaw();
    await holder.query('COMMIT');
    await holder.end();
    // The rolled-back import left nothing: all three are new.
    await eventually(async () => !(await isQueryWaiting()));
    expect((await untilAvailable(shop.admin, codes(lost))).body).toMatchObject({
      imported: 3,
      duplicates: 0,
    });
  });

  test('an open screen receives events again after a crash of the database', async () => {
    const events = await openEvents(other.cookie);
    expect((await untilAvailable(shop.admin, recharge())).status).toBe(200);
    await eventually(() => /event: balance/.test(events.text()));
    await postgres.kill();
    await eventually(ready);
    const before = events.text().length;
    // A new LISTEN starts with a refresh event, because events may have been missed.
    await eventually(() => /event: refresh/.test(events.text().slice(before - 1)) || events.refreshes() > 1);
    const reported = events.text().length;
    expect((await untilAvailable(shop.admin, recharge())).status).toBe(200);
    await eventually(() => /event: balance/.test(events.text().slice(reported)));
    events.close();
  });
});

describe('P4, P8: a response lost after the commit', () => {
  test.each([
    ['a purchase, one statement', () => buyer, purchase, /purchases\.sell/],
    ['a recharge, whose COMMIT was sent', () => shop.admin, recharge, /money\.post-entry.*COMMIT/s],
  ])(
    'when the response to %s is lost after the commit, the call gets 503 and the same key returns the stored response',
    async (_name, user, command, pattern) => {
      const key = randomUUID();
      const before = proxy.lost();
      const balance = async () => Number((await send(other, me)).body.balance);
      const earlier = await balance();
      proxy.dropResponseTo(pattern);
      expectUnavailable(await send(user(), command(key)));
      expect(proxy.lost()).toBe(before + 1);
      const first = await untilAvailable(user(), command(key));
      const second = await untilAvailable(user(), command(key));
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      if (command === recharge) expect(await balance()).toBe(earlier + 25);
      else expect(await purchasesOf(key)).toBe(1);
    },
  );
});

test('one server process went through all the faults of the database without an exit or an unexpected error', () => {
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/unforeseen error|Unhandled| {4}at /);
});

/** Opens GET /api/events and keeps it open, as a browser does. */
async function openEvents(cookie: string) {
  let text = '';
  const request = get(`${server.baseURL}/api/events`, { headers: { cookie }, agent: false });
  request.on('error', () => {});
  request.on('response', (response) =>
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    }),
  );
  await eventually(() => text.includes('event: refresh'));
  return {
    text: () => text,
    refreshes: () => text.split('event: refresh').length - 1,
    close: () => request.destroy(),
  };
}
