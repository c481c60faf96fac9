import { afterAll, describe, expect, test } from 'vitest';
import { openLive } from '../../server/src/live/open-live.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { secondServer, testApp } from '../support/app.ts';
import { type EventStreamClient, openEventStream } from '../support/events.ts';
import { call, createUser, password, userOn } from '../support/users.ts';

const { server, services } = await testApp();
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

/** One more server with a short heartbeat interval, and a clock of its own for the ages of screens. */
const quick = async (now = () => performance.now()) => {
  const { hub, streams } = openLive(services.db, services.log, sessions(services.db, undefined), {
    gatherMilliseconds: 5,
    heartbeatMilliseconds: 30,
    now,
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
    expect(screen.raw()).toMatch(/^retry: \d+\nid: opened\n\nevent: refresh\ndata: \{"type":"refresh"\}\n\n/);
  });

  test('GET /api/events responds with 401 to an unauthenticated caller', async () => {
    const screen = await openEventStream(server, '');
    expect(screen.status).toBe(401);
  });

  test('a HEAD request to /api/events gets 200 and ends', async () => {
    expect((await call(server, { method: 'HEAD', url: '/api/events' }, admin.cookie)).status).toBe(200);
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

describe('what happened between the data of a screen and its stream', () => {
  const later = async (cookie: string, age: number, headers = {}, on = server) => {
    const screen = await openEventStream(on, cookie, { age, headers });
    open.push(screen);
    return screen;
  };

  test('events published after a screen read its data come first on its stream, once per type and to its audience alone', async () => {
    let now = 0;
    const app = await quick(() => now);
    const reseller = await createUser(server, services);
    const office = await screenOf(app.server, admin.cookie);
    now = 1_000;
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    services.live.publish({ role: 'admin' }, { type: 'requests' });
    await office.next('requests');
    now = 2_000;
    for (let sale = 1; sale <= 2; sale += 1) {
      services.live.publish({ user: reseller.id }, { type: 'balance' });
      services.live.publish({ user: admin.id }, { type: 'notification' });
      services.live.publish({ role: 'admin' }, { type: 'requests' });
      await office.next('requests');
    }
    now = 3_000;
    const screen = await later(reseller.cookie, 1_500, {}, app.server);
    services.live.publish({ user: reseller.id }, { type: 'session' });
    await screen.next('session');
    expect(screen.received()).toEqual(['balance', 'session']);
  });

  test('an event published before a screen read its data is not sent on the screen’s stream', async () => {
    const reseller = await createUser(server, services);
    const before = await screenOf(server, reseller.cookie);
    services.live.publish({ user: reseller.id }, { type: 'balance' });
    await before.next('balance');
    const screen = await later(reseller.cookie, 0);
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await screen.next('notification');
    expect(screen.received()).toEqual(['notification']);
  });

  test('a screen with data older than the recent events, and one that reconnects by itself, get a refresh event', async () => {
    const reseller = await createUser(server, services);
    await screenOf(server, reseller.cookie);
    await (await later(reseller.cookie, 3_600_000)).next('refresh');
    await (await later(reseller.cookie, 0, { 'last-event-id': 'opened' })).next('refresh');
  });

  test('a server that already listens to the database sends no refresh to a screen that has just read its data', async () => {
    const reseller = await createUser(server, services);
    const fresh = await secondServer(services.db);
    open.push(await openEventStream(fresh.server, reseller.cookie));
    await open.at(-1)?.next('refresh');
    const screen = await openEventStream(fresh.server, reseller.cookie, { age: 0 });
    open.push(screen);
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await screen.next('notification');
    expect(screen.received()).toEqual(['notification']);
  });
});

describe('the end of a session', () => {
  test('signing out ends the streams of that session in both processes, not those of another session', async () => {
    const reseller = await createUser(server, services);
    const login = await call(server, {
      method: 'POST',
      url: '/api/login',
      payload: { email: reseller.email, password },
    });
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
    await services.db.query({
      text: `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
      values: [expiring.id],
    });
    await screen.next('session');
    await screen.ended;
    services.live.publish({ user: living.id }, { type: 'balance' });
    await fine.next('balance');
    expect(fine.raw()).toContain('\n: \n\n');
  });
});

describe('bounds', () => {
  test('an account’s thirteenth stream ends its first one, and the twelve others stay open', async () => {
    const reseller = await createUser(server, services);
    const first = await screenOf(server, reseller.cookie);
    const later: EventStreamClient[] = [];
    for (let n = 2; n <= 13; n += 1) later.push(await screenOf(server, reseller.cookie));
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
    await services.db.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'almas live'`,
    });
    services.live.publish({ user: reseller.id }, { type: 'balance' });
    await screen.next('refresh');
    services.live.publish({ user: reseller.id }, { type: 'notification' });
    await screen.next('notification');
  });
});
