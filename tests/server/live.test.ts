import { afterAll, describe, expect, test } from 'vitest';
import { openLive } from '../../server/src/live/open-live.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { secondServer, testApp } from '../support/app.ts';
import { type EventStreamClient, openEventStream } from '../support/events.ts';
import { call, createUser, signIn, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const other = await secondServer(services.db);
const admin = await createUser(server, services, { role: 'admin' });

const open: EventStreamClient[] = [];
const screenOf = async (on: typeof server, cookie: string): Promise<EventStreamClient> => {
  const screen = await openEventStream(on, cookie);
  open.push(screen);
  if (screen.status === 200) await screen.next('refresh');
  return screen;
};
afterAll(() => {
  for (const screen of open) screen.close();
});

/** One more server with a short heartbeat interval. */
const quick = async () => {
  const { hub, streams } = openLive(services.db, services.log, sessions(services.db, undefined), {
    gatherMilliseconds: 5,
    heartbeatMilliseconds: 30,
  });
  return secondServer(services.db, { services: { live: hub, streams } });
};

describe('GET /api/events', () => {
  test('GET /api/events is an event stream that proxies must not buffer or store, and it begins with a refresh', async () => {
    const reseller = await createUser(server, services);
    const screen = await openEventStream(server, reseller.cookie);
    open.push(screen);
    expect(screen.status).toBe(200);
    expect(screen.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    expect(await screen.next('refresh')).toEqual({ type: 'refresh' });
    expect(screen.raw()).toMatch(/^retry: \d+\n\nevent: refresh\ndata: \{"type":"refresh"\}\n\n/);
  });

  test('GET /api/events responds with 401 to an unauthenticated caller', async () => {
    const screen = await openEventStream(server, '');
    expect(screen.status).toBe(401);
  });

  // Pages of former versions name the age of their data.
  test('a HEAD request to /api/events gets 200 and ends, also with the query of former versions', async () => {
    for (const url of ['/api/events', '/api/events?age=250'])
      expect((await call(server, { method: 'HEAD', url }, admin.cookie)).status).toBe(200);
  });
});

describe('events', () => {
  test('an event reaches the screens of its audience in every server process, and no other screen', async () => {
    const one = await createUser(server, services);
    const two = await createUser(server, services);
    const here = await screenOf(server, one.cookie);
    const there = await screenOf(other.server, one.cookie);
    const otherUser = await screenOf(other.server, two.cookie);
    const office = await screenOf(other.server, admin.cookie);
    services.live.publish({ user: one.id }, { type: 'balance' });
    services.live.publish({ role: 'admin' }, { type: 'requests' });
    services.live.publish('everyone', { type: 'service-config' });
    for (const screen of [here, there]) {
      expect(await screen.next('balance')).toEqual({ type: 'balance' });
      await screen.next('service-config');
      expect(screen.received()).toEqual(['refresh', 'balance', 'service-config']);
    }
    await office.next('service-config');
    expect(office.received()).toEqual(['refresh', 'requests', 'service-config']);
    await otherUser.next('service-config');
    expect(otherUser.received()).toEqual(['refresh', 'service-config']);
  });

  test('a burst of balance events of one account reaches its screen as one event', async () => {
    const reseller = await createUser(server, services);
    const screen = await screenOf(other.server, reseller.cookie);
    for (let sale = 1; sale <= 200; sale += 1)
      services.live.publish({ user: reseller.id }, { type: 'balance' });
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await screen.next('notification');
    expect(screen.received()).toEqual(['refresh', 'balance', 'notification']);
  });

  test('events that do not fit into one database notification all arrive at the screen', async () => {
    const screen = await screenOf(other.server, (await createUser(server, services)).cookie);
    for (let id = 0; id < 400; id += 1)
      services.live.publish('everyone', { type: 'stock', productId: `produit-${'é'.repeat(40)}-${id}` });
    services.live.publish('everyone', { type: 'catalogue' });
    await screen.next('catalogue');
    expect(screen.received().filter((type) => type === 'stock')).toHaveLength(400);
  });

  test('a credit by an administrator reaches the reseller’s screen on another server process', async () => {
    const reseller = await createUser(server, services);
    const screen = await screenOf(other.server, reseller.cookie);
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 500 });
    await screen.next('balance');
    await screen.next('notification');
  });
});

describe('the end of a session', () => {
  test('signing out ends the streams of that session in both processes, not those of another session', async () => {
    const reseller = await createUser(server, services);
    const login = await signIn(server, reseller.email);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const here = await screenOf(server, cookie);
    const there = await screenOf(other.server, cookie);
    const elsewhere = await screenOf(server, reseller.cookie);
    await call(server, { method: 'POST', url: '/api/logout' }, cookie);
    for (const screen of [here, there]) {
      await screen.next('session');
      await screen.ended;
    }
    await elsewhere.next('session');
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await elsewhere.next('notification');
  });

  test('a temporary password set by an administrator ends the streams of the account’s older sessions', async () => {
    const reseller = await createUser(server, services);
    const screen = await screenOf(other.server, reseller.cookie);
    await admin.post(`/api/users/${reseller.id}/temporary-password`);
    await screen.next('session');
    await screen.ended;
  });

  test('a reseller whose account is deactivated gets a session event on the open stream', async () => {
    const reseller = await createUser(server, services);
    const screen = await screenOf(other.server, reseller.cookie);
    await admin.post(`/api/users/${reseller.id}/deactivate`);
    await screen.next('session');
    expect((await reseller.get('/api/me')).body.status).toBe('inactive');
  });

  test('the streams of an administrator who is deactivated end with the session, in every process', async () => {
    const colleague = await createUser(server, services, { role: 'admin' });
    const screen = await screenOf(server, colleague.cookie);
    const elsewhere = await screenOf(other.server, colleague.cookie);
    await admin.post(`/api/users/${colleague.id}/deactivate`);
    await Promise.all([screen.ended, elsewhere.ended]);
    const before = screen.received().length;
    services.live.publish({ role: 'admin' }, { type: 'requests' });
    expect(screen.received()).toHaveLength(before);
    expect((await userOn(other.server, colleague).get('/api/me')).status).toBe(401);
  });

  test('a session that expires ends its streams at the next heartbeat; the stream of a valid session stays open', async () => {
    const app = await quick();
    const expiring = await createUser(server, services);
    const living = await createUser(server, services);
    const screen = await screenOf(app.server, expiring.cookie);
    const fine = await screenOf(app.server, living.cookie);
    await query(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
      expiring.id,
    );
    await screen.next('session');
    await screen.ended;
    services.live.publish({ user: living.id }, { type: 'balance' });
    await fine.next('balance');
    expect(fine.raw()).toContain('\n: \n\n');
  });
});

describe('bounds', () => {
  test('one stream more than an account may have ends its first one, and the others stay open, also those of twenty tills', async () => {
    const reseller = await createUser(server, services);
    const first = await screenOf(server, reseller.cookie);
    const later: EventStreamClient[] = [];
    for (let n = 2; n <= 33; n += 1) later.push(await screenOf(server, reseller.cookie));
    await first.ended;
    expect(first.raw()).toContain('retry: 60000');
    services.live.publish({ user: reseller.id }, { type: 'balance' });
    for (const screen of later) await screen.next('balance');
  });

  test('closing the server ends its streams and does not wait for them', async () => {
    const app = await secondServer(services.db);
    const screen = await screenOf(app.server, (await createUser(server, services)).cookie);
    const begun = performance.now();
    await Promise.all([app.server.close(), screen.ended]);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('a database that goes away', () => {
  test('after the live connection to the database is lost, the server listens again and its screen gets a refresh', async () => {
    const reseller = await createUser(server, services);
    const screen = await screenOf(server, reseller.cookie);
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'almas live'`);
    services.live.publish({ user: reseller.id }, { type: 'balance' });
    await screen.next('refresh');
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await screen.next('notification');
  });
});
