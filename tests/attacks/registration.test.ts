import { expect, test } from 'vitest';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { secondServer, testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

/* Attack: registration in bulk, to fill the list of pending accounts or to find out which emails are known. */
const { server, services, query } = await testApp();
const limited = await secondServer(services.db, {
  limits: { registration: 8 },
});

const register = async (email: string, from: string, on = limited.server) => {
  const response = await on.inject({
    method: 'POST',
    url: '/api/register',
    remoteAddress: from,
    payload: { email, password: 'secret1', firstName: 'A', lastName: 'B', company: 'C', phone: '1' },
  });
  return { status: response.statusCode, body: response.json(), retryAfter: response.headers['retry-after'] };
};
const counted = async () =>
  (await services.db.query<{ n: number }>({ text: 'SELECT count(*)::int AS n FROM users' })).rows[0]?.n ?? 0;

test('of 40 registrations at the same time from one network, exactly the limit passes; another network is not refused', async () => {
  const before = await counted();
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => register(`bulk${n}@exemple.dz`, '41.100.0.1')),
  );
  const opened = responses.filter(({ status }) => status === 200);
  expect(opened).toHaveLength(8);
  expect(await counted()).toBe(before + 8);
  const refused = responses.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refused[0]?.body.message).toBe('Trop de tentatives. Réessayez plus tard');
  expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0);
  expect((await register('newcomer@exemple.dz', '41.100.0.2')).status).toBe(200);
});

test('120 registrations at the same time learn of at most 30 emails, and known and unknown ones are refused alike', async () => {
  const known = await Promise.all(Array.from({ length: 60 }, () => createUser(server, services)));
  const emails = known.flatMap(({ email }, n) => [email, `unknown${n}@exemple.dz`]);
  const responses = await Promise.all(emails.map((email) => register(email, '41.100.1.1', server)));
  const reported = responses.filter(({ status }) => status !== 429 && status !== 503);
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.length).toBeLessThanOrEqual(30);
  for (const kind of [0, 1]) {
    const refused = responses.filter(({ status }, n) => n % 2 === kind && status === 429);
    expect(refused.length).toBeGreaterThan(0);
  }
});

test('a successful registration does not count as a probe: one network can register 40 resellers in a row', async () => {
  for (let n = 0; n < 40; n += 1)
    expect((await register(`shop${n}@exemple.dz`, '41.100.2.1', server)).status).toBe(200);
});

const setAll = (attempts: number) =>
  query(
    `INSERT INTO rate_limits (action, subject, attempts, window_ends)
           VALUES ('registration_all', '', $1, now() + interval '30 minutes')
           ON CONFLICT (action, subject) DO UPDATE SET attempts = $1, window_ends = EXCLUDED.window_ends`,
    attempts,
  );
const countOf = async (action: string, subject: string) =>
  (
    await query<{ attempts: number }>(
      'SELECT attempts FROM rate_limits WHERE action = $1 AND subject = $2',
      action,
      subject,
    )
  )[0]?.attempts ?? 0;

test('registrations with a known email give their count back, so that attackers close registration neither for their network nor for all', async () => {
  const { email } = await createUser(server, services);
  await setAll(990);
  for (let n = 0; n < 29; n += 1)
    expect((await register(email, `2001:db8:${n + 1}:1::1`, server)).status).toBe(409);
  expect(await countOf('registration_all', '')).toBe(990);
  expect(await countOf('registration', '2001:db8:1:1::/64')).toBe(0);
  expect((await register('honnete@exemple.dz', '41.100.4.1', server)).status).toBe(200);
  expect(await countOf('registration_all', '')).toBe(991);
});

test('two registrations of one email at the same time count once, whichever rule refuses the other', async () => {
  await setAll(10);
  const responses = await Promise.all([
    register('deuxfois@exemple.dz', '41.100.5.1', server),
    register('deuxfois@exemple.dz', '41.100.5.2', server),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await countOf('registration_all', '')).toBe(11);
});

test('after 1,000 registrations in an hour from all networks each further one waits a second, and one system alert is raised', async () => {
  await setAll(999);
  const alerts: Alert[] = [];
  const stop = onAlert((alert) => alerts.push(alert));
  expect((await register('last@exemple.dz', '41.100.3.1', server)).status).toBe(200);
  const began = performance.now();
  for (const n of [2, 3])
    expect((await register(`late${n}@exemple.dz`, `41.100.3.${n}`, server)).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_990);
  stop();
  expect(alerts).toMatchObject([{ type: 'system', title: 'Trop de nouveaux comptes' }]);
});
