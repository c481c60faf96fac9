import { describe, expect, test } from 'vitest';
import { networkOf } from '../../server/src/limits/network.ts';
import { secondServer, testApp } from '../support/app.ts';
import { cpuMilliseconds } from '../support/child-processes.ts';
import { call, createUser, password } from '../support/users.ts';

const { server, services, query } = await testApp();
const other = await secondServer(services.db);

const login = (email: string, secret: string, headers: Record<string, string> = {}, on = server) =>
  call(on, { method: 'POST', url: '/api/login', payload: { email, password: secret }, headers });
/** The session cookie; a sign-in also sets the device cookie. */
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.includes('almas_session=')) ?? '';

describe('P19: a session', () => {
  test('a session is a random token in an HttpOnly, SameSite cookie, of which the database has no copy', async () => {
    const { email } = await createUser(server, services);
    const cookie = cookieOf(await login(email, password));
    expect(cookie).toMatch(/^almas_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
    const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    const rows = await query(
      `SELECT FROM sessions WHERE encode(token_hash, 'base64') LIKE $1 OR position(convert_to($2, 'UTF8') IN token_hash) > 0`,
      `%${token}%`,
      token,
    );
    expect(rows).toEqual([]);
  });

  test('when PUBLIC_URL is https, the session cookie is Secure with a __Host- name and the response requires HTTPS', async () => {
    const { server: secure } = await secondServer(services.db, { config: { publicUrl: 'https://almas.dz' } });
    const { email } = await createUser(server, services);
    const response = await login(email, password, { origin: 'https://almas.dz' }, secure);
    expect(cookieOf(response)).toMatch(/^__Host-almas_session=.*; Path=\/; .*; Secure;/);
    const cookie = cookieOf(response).split(';')[0] ?? '';
    expect((await call(secure, { method: 'GET', url: '/api/me' }, cookie)).status).toBe(200);
    expect(response.headers['strict-transport-security']).toMatch(/max-age=31536000/);
  });

  test('each of many concurrent calls gets the session of its own token, and none for an unknown token', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => createUser(server, services)));
    const otherUser = `almas_session=${'x'.repeat(43)}`;
    const cookies = users.flatMap(({ cookie }) => [cookie, otherUser, cookie]);
    const responses = await Promise.all(
      cookies.map((cookie) => call(server, { method: 'GET', url: '/api/me' }, cookie)),
    );
    const ids = responses.map(({ status, body }) => (status === 200 ? body.id : status));
    expect(ids).toEqual(users.flatMap(({ id }) => [id, 401, id]));
  });

  test('a sign-in makes a new session, and the earlier session of the same browser ends', async () => {
    const { email } = await createUser(server, services);
    const first = cookieOf(await login(email, password)).split(';')[0] ?? '';
    const second = cookieOf(await login(email, password, { cookie: first })).split(';')[0] ?? '';
    expect(second).not.toBe(first);
    expect((await call(server, { method: 'GET', url: '/api/me' }, first)).status).toBe(401);
    expect((await call(server, { method: 'GET', url: '/api/me' }, second)).status).toBe(200);
  });

  test('a session ends on every server at a sign-out and at a password reset', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const statusElsewhere = async (cookie: string) =>
      (await call(other.server, { method: 'GET', url: '/api/me' }, cookie)).status;
    const signedOut = await createUser(server, services);
    expect(await statusElsewhere(signedOut.cookie)).toBe(200);
    await signedOut.post('/api/logout');
    expect(await statusElsewhere(signedOut.cookie)).toBe(401);
    const reseller = await createUser(server, services);
    const reset = await admin.post(`/api/users/${reseller.id}/temporary-password`);
    expect(await statusElsewhere(reseller.cookie)).toBe(401);
    expect((await login(reseller.email, reset.body.temporaryPassword)).status).toBe(200);
    expect((await login(reseller.email, password)).status).toBe(401);
  });

  test('the session of a deactivated reseller is refused immediately by another server [PRM-04]', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const reseller = await createUser(server, services);
    await admin.post(`/api/users/${reseller.id}/deactivate`);
    const response = await call(other.server, { method: 'GET', url: '/api/purchases' }, reseller.cookie);
    expect(response.status).toBe(403);
  });
});

describe('P15: sign-in attempts', () => {
  test('60 concurrent sign-in attempts over two servers check 10 passwords, whatever X-Forwarded-For claims [AMB-13]', async () => {
    const strict = { limits: { login_attempt: 10 } };
    const servers = [await secondServer(services.db, strict), await secondServer(services.db, strict)];
    const { email } = await createUser(server, services);
    const tries = Array.from({ length: 60 }, (_, i) =>
      login(
        i % 2 ? email : email.toUpperCase(),
        'faux',
        { 'x-forwarded-for': `10.0.0.${i}` },
        servers[i % 2]?.server,
      ),
    );
    const responses = await Promise.all(tries);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50);
    expect(refused[0]?.body.message).toBe('Trop de tentatives. Réessayez plus tard');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(email, password, {}, servers[0]?.server)).status).toBe(429);
  });

  test('a successful sign-in clears the count of failed sign-in attempts', async () => {
    const strict = await secondServer(services.db, {
      limits: { login_attempt: 3 },
    });
    const { email } = await createUser(server, services);
    for (const secret of ['faux', 'faux', password, 'faux', 'faux', password]) {
      const { status } = await login(email, secret, {}, strict.server);
      expect(status).toBe(secret === password ? 200 : 401);
    }
  });

  test('an IPv6 customer counts as one /64 network, an IPv4 customer as one address', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(networkOf('10.0.0.1')).toBe('10.0.0.1');
  });
});

describe('P18: passwords', () => {
  test('the password of a registered account is stored as an argon2id hash', async () => {
    await call(server, {
      method: 'POST',
      url: '/api/register',
      payload: {
        email: 'hash@exemple.dz',
        password: 'secret1',
        firstName: 'A',
        lastName: 'B',
        company: 'C',
        phone: '1',
      },
    });
    const rows = await query<{ hash: string }>(
      `SELECT password_hash AS hash FROM users WHERE email = 'hash@exemple.dz'`,
    );
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+\$/);
  });

  // CPU time and not elapsed time: other work on the machine does not count, and hashing takes most of it.
  test('a sign-in with an unknown email takes as much CPU time as one with a wrong password, within 10 ms', async () => {
    const { email } = await createUser(server, services);
    const times: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
    for (let round = 0; round < 21; round += 1) {
      for (const kind of ['wrong', 'unknown'] as const) {
        const before = cpuMilliseconds();
        await login(kind === 'wrong' ? email : `inconnu${round}@exemple.dz`, 'faux');
        times[kind].push(cpuMilliseconds() - before);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[10] ?? 0;
    expect(median(times.wrong)).toBeGreaterThan(5);
    expect(Math.abs(median(times.wrong) - median(times.unknown))).toBeLessThan(10);
  });
});
