import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { call, createUser, password, type TestUser } from '../support/users.ts';

/* Sessions (S2-7, ASVS 7.3, 7.4, 7.5). */
const { server, services, query } = await testApp();

const signIn = async (user: TestUser, userAgent: string, on = server) => {
  const payload = { email: user.email, password };
  const headers = { 'user-agent': userAgent };
  const response = await call(on, { method: 'POST', url: '/api/login', payload, headers });
  return {
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
    header: response.headers['set-cookie'],
  };
};
const as = (cookie: string) => ({
  get: (url: string, headers: Record<string, string> = {}) =>
    call(server, { method: 'GET', url, headers }, cookie),
  delete: (url: string) => call(server, { method: 'DELETE', url }, cookie),
});
const hoursLeft = async (id: string) => {
  const rows = await query<{ life: number; idle: number }>(
    `SELECT round(extract(epoch FROM ends_at - now()) / 3600)::int AS life,
                  round(extract(epoch FROM expires_at - now()) / 3600)::int AS idle
             FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`,
    id,
  );
  return rows[0];
};

describe('a session lasts', () => {
  test('a session of an administrator lasts 12 hours, or 2 hours without a use', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const { header } = await signIn(admin, 'Firefox');
    expect(String(header)).toContain('Max-Age=43200;');
    expect(await hoursLeft(admin.id)).toEqual({ life: 12, idle: 2 });
  });

  test('a session of a reseller lasts 30 days, or 14 days without a use', async () => {
    const reseller = await createUser(server, services);
    const { header } = await signIn(reseller, 'Firefox');
    expect(String(header)).toContain('Max-Age=2592000;');
    expect(await hoursLeft(reseller.id)).toEqual({ life: 720, idle: 336 });
  });

  test('a session of an administrator lasts as long as SESSION_ADMIN_HOURS and SESSION_ADMIN_IDLE_MINUTES say', async () => {
    const { sessionLives } = readConfig({ SESSION_ADMIN_HOURS: '3', SESSION_ADMIN_IDLE_MINUTES: '60' });
    const short = await secondServer(services.db, { config: { sessionLives } });
    const admin = await createUser(server, services, { role: 'admin' });
    await signIn(admin, 'Firefox', short.server);
    expect(await hoursLeft(admin.id)).toEqual({ life: 3, idle: 1 });
  });
});

describe('the idle time', () => {
  const idle = (id: string, minutes: number) =>
    query(
      `UPDATE sessions SET last_used_at = now() - make_interval(mins => $2), expires_at = now() + interval '1 minute'
              WHERE user_id = $1`,
      id,
      minutes,
    );

  test('the idle time of a session begins anew with a use, and never goes beyond the end of the session', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    await idle(admin.id, 119);
    await admin.get('/api/me');
    await eventually(async () => (await hoursLeft(admin.id))?.idle === 2);
    const other = await createUser(server, services, { role: 'admin' });
    await query(`UPDATE sessions SET ends_at = now() + interval '1 hour' WHERE user_id = $1`, other.id);
    await other.get('/api/me');
    await eventually(async () => (await hoursLeft(other.id))?.idle === 1);
  });

  test('the idle time of a session continues while a screen reads in the background', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    await idle(admin.id, 119);
    await as(admin.cookie).get('/api/me', { 'x-almas-background': '1' });
    // The use of another account's session, which is stored later, shows that this one would have been stored too.
    const witness = await createUser(server, services, { role: 'admin' });
    await idle(witness.id, 119);
    await witness.get('/api/me');
    await eventually(async () => (await hoursLeft(witness.id))?.idle === 2);
    expect((await hoursLeft(admin.id))?.idle).toBe(0);
  });

  test('the idle time of a session begins anew with a use after the clock of the server, a day ahead, is right again', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const twoHoursLeft = () => eventually(async () => (await hoursLeft(admin.id))?.idle === 2);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const right = Date.now();
    vi.setSystemTime(right + 86_400_000);
    await idle(admin.id, 119);
    await admin.get('/api/me');
    await twoHoursLeft();
    vi.setSystemTime(right);
    vi.advanceTimersByTime(300_000);
    await idle(admin.id, 119);
    await admin.get('/api/me');
    vi.useRealTimers();
    await twoHoursLeft();
  });

  test('a session whose idle time has ended is refused with 401', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    await query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, admin.id);
    expect((await admin.get('/api/me')).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  test('the list of sessions shows device, address and last use of each own session, and which one is current', async () => {
    const user = await createUser(server, services);
    const phone = await signIn(user, 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0');
    const { items } = (await as(phone.cookie).get('/api/sessions')).body;
    expect(items).toHaveLength(2);
    expect(items).toContainEqual({
      id: expect.any(String),
      address: '127.0.0.1',
      userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    });
    expect(items.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  });

  test('the list of sessions begins with the one that was used last', async () => {
    const user = await createUser(server, services);
    for (const device of ['A', 'B', 'C']) await signIn(user, device);
    await query(
      `UPDATE sessions SET last_used_at = now() - (CASE user_agent WHEN 'C' THEN 3 WHEN 'A' THEN 2 ELSE 9 END) * interval '1 hour'
              WHERE user_id = $1 AND user_agent <> ''`,
      user.id,
    );
    const { items } = (await user.get('/api/sessions')).body;
    expect(items.map(({ userAgent }: { userAgent: string }) => userAgent).filter(Boolean)).toEqual([
      'A',
      'C',
      'B',
    ]);
  });

  test('an account has 100 sessions: a further sign-in ends the one that was used least recently', async () => {
    const user = await createUser(server, services);
    const other = await createUser(server, services);
    const { open } = sessions(services.db, services.config.sessionSecret);
    const cookieOf = (token: string) => `almas_session=${token}`;
    const first = cookieOf(await open({ id: user.id, role: 'reseller' }));
    // Sessions of the same millisecond have no order.
    await query(`UPDATE sessions SET last_used_at = now() - interval '1 hour' WHERE user_id = $1`, user.id);
    for (let n = 0; n < 97; n += 1) await open({ id: user.id, role: 'reseller' });
    const last = await signIn(user, 'Tablet');
    const inBackground = { 'x-almas-background': '1' };
    const statusOf = async (cookie: string) => (await as(cookie).get('/api/me', inBackground)).status;
    expect(await Promise.all([user.cookie, first, last.cookie].map(statusOf))).toEqual([200, 200, 200]);
    await query(
      `UPDATE sessions SET last_used_at = now() + interval '1 minute' WHERE id = (
               SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at LIMIT 1)`,
      user.id,
    );
    const further = await signIn(user, 'Telephone');
    const all = [user.cookie, first, last.cookie, further.cookie, other.cookie];
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 401, 200, 200, 200]);
    expect((await user.get('/api/sessions')).body.items).toHaveLength(100);
  });

  test('a sign-in after the clock was set back keeps its own session, however many sessions the account has', async () => {
    const user = await createUser(server, services);
    const { open } = sessions(services.db, services.config.sessionSecret);
    for (let n = 0; n < 99; n += 1) await open({ id: user.id, role: 'reseller' });
    await query(`UPDATE sessions SET last_used_at = now() + interval '1 day' WHERE user_id = $1`, user.id);
    const further = await signIn(user, 'Telephone');
    expect((await as(further.cookie).get('/api/me')).status).toBe(200);
    expect((await as(further.cookie).get('/api/sessions')).body.items).toHaveLength(100);
  });

  test('a user ends one of their own sessions, and gets 404 for a session of another account', async () => {
    const user = await createUser(server, services);
    const other = await createUser(server, services);
    const tablet = await signIn(user, 'Tablet');
    const { items } = (await user.get('/api/sessions')).body;
    const { id } = items.find(({ current }: { current: boolean }) => !current);
    expect((await other.delete(`/api/sessions/${id}`)).status).toBe(404);
    expect((await as(tablet.cookie).get('/api/me')).status).toBe(200);
    expect((await user.delete(`/api/sessions/${id}`)).status).toBe(204);
    expect((await as(tablet.cookie).get('/api/me')).status).toBe(401);
    expect((await user.get('/api/me')).status).toBe(200);
  });

  test('a user ends all their other sessions with one call, and the current one stays', async () => {
    const user = await createUser(server, services);
    const first = await signIn(user, 'A');
    const second = await signIn(user, 'B');
    expect((await as(second.cookie).delete('/api/sessions')).body).toEqual({ ended: 2 });
    expect((await as(first.cookie).get('/api/me')).status).toBe(401);
    expect((await user.get('/api/me')).status).toBe(401);
    expect((await as(second.cookie).get('/api/me')).status).toBe(200);
  });
});

test('no session is opened with a password that was replaced since it was checked', async () => {
  const { id } = await createUser(server, services);
  const own = sessions(services.db, services.config.sessionSecret);
  const open = (passwordHash?: string) =>
    own.open({ id, role: 'reseller' }, passwordHash === undefined ? {} : { passwordHash });
  await expect(open('the hash of a former password')).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' });
  expect(await open()).toMatch(/^[\w-]{43}$/);
});
