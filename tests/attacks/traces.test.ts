import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SecurityEventName, securityEvents } from '../../server/src/security/security-events.ts';
import { keyedHash } from '../../server/src/vault/keyed-hash.ts';
import { secondServer, testApp } from '../support/app.ts';
import { totp } from '../support/totp.ts';
import { call, createUser, password, signIn } from '../support/users.ts';

/* Attack: guessing, probing and reading data without a record of it. */
const lines: { security?: Record<string, unknown> }[] = [];
const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
const hash = keyedHash({
  candidates: () => ['a secret of tests'],
});
const security = securityEvents(log, hash);
const { server, services, query } = await testApp({
  limits: { freefire_request: 1, login_attempt: 3, registration: 2 },
  services: { log, security },
});
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000 });

beforeEach(() => {
  lines.length = 0;
});
const events = (): Record<string, unknown>[] =>
  lines.flatMap(({ security: event }) => (event ? [event] : []));
const login = (email: string, secret: string, from = '41.102.0.1') =>
  server.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: from,
    payload: { email, password: secret },
  });

describe('a security event', () => {
  const network = '41.102.0.1';

  test('a sign-in, a failed one and a limited one each write one security event, with the email as a keyed hash', async () => {
    const { id, email } = await createUser(server, services);
    await login(email.toUpperCase(), password);
    expect(events()).toMatchObject([
      {
        event: 'sign-in.ok',
        accountId: id,
        network,
        method: 'POST',
        route: '/api/login',
        requestId: expect.any(String),
      },
    ]);
    lines.length = 0;
    for (let n = 0; n < 4; n += 1) await login(email, 'un secret faux');
    const emailHash = hash('email', email).toString('hex');
    expect(events().map(({ event, emailHash: given, network: where }) => [event, given, where])).toEqual([
      ...Array(3).fill(['sign-in.failed', emailHash, network]),
      ['sign-in.limited', emailHash, network],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${email}|un secret faux|${password}`, 'i'));
  });

  test('a sign-out, a registration and a limited registration each write one security event', async () => {
    const register = (email: string) =>
      server.inject({
        method: 'POST',
        url: '/api/register',
        remoteAddress: '41.102.0.9',
        payload: { email, password: 'secret1', firstName: 'A', lastName: 'B', company: 'C', phone: '1' },
      });
    const user = await createUser(server, services);
    await user.post('/api/logout');
    for (const n of [1, 2, 3]) await register(`trace${n}@exemple.dz`);
    expect(events().map(({ event }) => event)).toEqual([
      'sign-out',
      'registration.ok',
      'registration.ok',
      'registration.limited',
    ]);
    expect(events()[0]).toMatchObject({ accountId: user.id });
  });

  test('a wrong code and a wrong current password each write one security event that names the account', async () => {
    const otherAdmin = await createUser(server, services, { role: 'admin' });
    const begun = await otherAdmin.post('/api/second-factor', { password: 'une-autre-phrase' });
    expect(begun.body).toMatchObject({ code: 'PASSWORD_WRONG' });
    expect(events()).toMatchObject([
      { event: 'sign-in.failed', code: 'PASSWORD_WRONG', accountId: otherAdmin.id },
    ]);
    const { secret } = (await otherAdmin.post('/api/second-factor', { password })).body;
    await otherAdmin.post('/api/second-factor/confirmation', { code: await totp(secret) });
    const first = await signIn(server, otherAdmin.email);
    expect(first.body).toEqual({ pending: 'second-factor' });
    lines.length = 0;
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    const tried = {
      method: 'POST',
      url: '/api/login/second-factor',
      payload: { code: 'aaaa-bbbb-cccc' },
    } as const;
    expect((await call(server, tried, cookie)).body).toMatchObject({ code: 'CODE_WRONG' });
    expect(events()).toMatchObject([
      {
        event: 'sign-in.failed',
        code: 'CODE_WRONG',
        accountId: otherAdmin.id,
        route: '/api/login/second-factor',
      },
    ]);
    lines.length = 0;
    expect((await call(server, tried, `${cookie}x`)).body).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
    expect(events()).toMatchObject([{ event: 'session.missing', code: 'SIGN_IN_EXPIRED' }]);
  });

  const refusals: [SecurityEventName, () => Promise<unknown>, Record<string, unknown>][] = [
    ['session.missing', () => call(server, { method: 'GET', url: '/api/me' }), { code: 'UNAUTHENTICATED' }],
    ['access.refused', () => reseller.get('/api/users'), { code: 'FORBIDDEN', accountId: reseller.id }],
    [
      'origin.refused',
      () => reseller.post('/api/logout', undefined, { origin: 'https://pirate.example' }),
      { code: 'FOREIGN_ORIGIN', route: '/api/logout' },
    ],
    [
      'input.malformed',
      () =>
        call(
          server,
          { method: 'PATCH', url: '/api/me', payload: '{', headers: { 'content-type': 'application/json' } },
          reseller.cookie,
        ),
      { accountId: reseller.id },
    ],
    [
      'key.reused',
      async () => {
        const key = { 'idempotency-key': 'one-key' };
        await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 5 }, key);
        await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 6 }, key);
      },
      { code: 'KEY_REUSED', accountId: admin.id },
    ],
    [
      'limit.reached',
      async () => {
        for (let n = 0; n < 61; n += 1) await reseller.post('/api/notifications/test', { kind: 'balance' });
      },
      { code: 'TOO_MANY_NOTIFICATIONS', accountId: reseller.id },
    ],
  ];
  test.each(refusals)(
    'the security event %s is written once, with its network and account',
    async (event, provoke, more) => {
      await provoke();
      expect(events()).toMatchObject([{ event, network: '127.0.0.1', ...more }]);
    },
  );

  test('a security event is written when an administrator reads the data of a named account, and not when an owner does', async () => {
    await admin.get(`/api/users/${reseller.id}`);
    await admin.get(`/api/purchases?userId=${reseller.id}`);
    await admin.get('/api/users');
    await reseller.get(`/api/purchases?userId=${reseller.id}`);
    expect(events()).toMatchObject([
      { event: 'data.read', accountId: admin.id, ownerId: reseller.id, route: '/api/users/:id' },
      { event: 'data.read', accountId: admin.id, ownerId: reseller.id, route: '/api/purchases' },
    ]);
  });
});

test('the audit trail records the sign-in of an administrator with its address, and not that of a reseller', async () => {
  await login(admin.email, password, '41.102.0.7');
  await login(reseller.email, password, '41.102.0.7');
  const rows = await query(`SELECT actor_id, subject_id, ip FROM audit_trail WHERE action = 'user.sign-in'`);
  expect(rows).toEqual([{ actor_id: admin.id, subject_id: admin.id, ip: '41.102.0.7' }]);
});

test('every kind of security event is counted on /metrics from the first scrape on', async () => {
  const quiet = await secondServer(services.db);
  const { body } = await quiet.server.inject('/metrics');
  expect(body).toContain('almas_security_events_total{event="sign-in.failed"} 0');
  await quiet.server.inject('/api/me');
  expect((await quiet.server.inject('/metrics')).body).toContain(
    'almas_security_events_total{event="session.missing"} 1',
  );
});

test('a flood of one security event from one network writes 21 log lines in its first second and counts all events; the next line says how many were not written', () => {
  const written: { security: Record<string, unknown> }[] = [];
  const target = pino({ level: 'info' }, { write: (line) => written.push(JSON.parse(line)) });
  let clock = 0;
  const counted = securityEvents(target, hash, () => clock);
  const refuse = () =>
    counted.record({
      event: 'session.missing',
      ip: '41.1.1.1',
      method: 'GET',
      route: '/api/me',
      requestId: '1',
    });
  for (let n = 0; n < 1_000; n += 1) refuse();
  // The first one of its network, and twenty more.
  expect(written).toHaveLength(21);
  clock = 1_000;
  refuse();
  expect(written.at(-1)?.security).toMatchObject({ event: 'session.missing', unwritten: 979 });
  expect(counted.counts().get('session.missing')).toBe(1_001);
});

describe('a flood that costs nothing', () => {
  test('each of ten wrong passwords of an administrator is logged while another network floods a step of the sign-in', async () => {
    const flood = async () => {
      for (let n = 0; n < 300; n += 1)
        await server.inject({
          method: 'POST',
          url: '/api/login/second-factor',
          remoteAddress: '41.103.0.1',
          payload: { code: '123456' },
        });
    };
    const floods = Promise.all(Array.from({ length: 4 }, flood));
    const victim = await createUser(server, services, { role: 'admin' });
    for (let n = 0; n < 10; n += 1) await login(victim.email, 'un secret faux', `41.104.${n}.1`);
    await floods;
    const emailHash = hash('email', victim.email).toString('hex');
    expect(events().filter((event) => event.emailHash === emailHash)).toHaveLength(10);
    const flooded = events().filter(({ network }) => network === '41.103.0.1');
    expect(new Set(flooded.map(({ event }) => event))).toEqual(new Set(['session.missing']));
  });

  /** A log of security events whose clock stands still. */
  function quietLog() {
    const written: { security: Record<string, unknown> }[] = [];
    const target = pino({ level: 'info' }, { write: (line) => written.push(JSON.parse(line)) });
    const counted = securityEvents(target, hash, () => 60_000);
    const fail = (ip: string, email: string, code = 'INVALID_CREDENTIALS') =>
      counted.record({
        event: 'sign-in.failed',
        ip,
        email,
        code,
        method: 'POST',
        route: '/api/login',
        requestId: '1',
      });
    return {
      fail,
      written,
      of: (ip: string) => written.filter(({ security: { network } }) => network === ip).length,
    };
  }

  test('the first line of a network and account in a minute is written after a flood of ever new networks with the same event and code', () => {
    const { fail, of } = quietLog();
    for (let n = 0; n < 2_000; n += 1) fail(`41.${n % 50}.7.1`, 'flood@exemple.dz');
    fail('41.200.0.1', 'victime@exemple.dz');
    expect(of('41.200.0.1')).toBe(1);
  });

  test('a flood of ever new addresses of one /48 writes twenty lines a second and one for each account', () => {
    const { fail, of } = quietLog();
    for (let n = 0; n < 500; n += 1) fail(`2001:db8:5:${n.toString(16)}::1`, 'flood@exemple.dz');
    let lines = 0;
    for (let n = 0; n < 500; n += 1) lines += of(`2001:db8:5:${n.toString(16)}::/64`);
    expect(lines).toBe(21);
  });

  test('a flood of ever new networks and accounts writes two hundred lines a second at most', () => {
    const { fail, written } = quietLog();
    for (let n = 0; n < 3_000; n += 1) fail(`41.${n % 250}.${n >> 8}.1`, `flood${n}@exemple.dz`);
    expect(written).toHaveLength(200);
  });
});
