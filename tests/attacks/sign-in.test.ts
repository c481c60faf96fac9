import { describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { call, createUser, password } from '../support/users.ts';

/* Attack: the limits on sign-in turned against the owner of an account, or cleared by the attacker who tries passwords. */
const { server, services, query } = await testApp({
  limits: { login_attempt: 10 },
});
const admin = await createUser(server, services, { role: 'admin' });

interface From {
  readonly ip: string;
  readonly device?: string;
  readonly secret?: string;
}

async function signIn(email: string, { ip, device, secret = password }: From, on = server) {
  const response = await on.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: ip,
    payload: { email, password: secret },
    headers: { ...(device && { cookie: device }) },
  });
  const cookies = [response.headers['set-cookie'] ?? []].flat();
  return {
    status: response.statusCode,
    body: response.json(),
    cookie: cookies.find((cookie) => cookie.startsWith('almas_device=')) ?? '',
  };
}
const deviceOf = ({ cookie }: { cookie: string }) => cookie.split(';')[0] ?? '';
const counter = async (action: string, subject: string) =>
  (
    await query<{ attempts: number }>(
      'SELECT attempts FROM rate_limits WHERE action = $1 AND subject = $2',
      action,
      subject,
    )
  )[0]?.attempts ?? 0;

/** Sets how many tries of this email have been counted, over all networks. */
const setAttempts = (email: string, attempts: number) =>
  query(
    `INSERT INTO rate_limits (action, subject, attempts, window_ends)
           VALUES ('login_attempt', $1, $2, now() + interval '10 minutes')
           ON CONFLICT (action, subject) DO UPDATE SET attempts = $2`,
    `${email} *`,
    attempts,
  );

/** Sends ten wrong tries from each network, 40 of them at the same time. @returns the distinct statuses */
async function guess(email: string, networks: number, prefix: string) {
  const statuses = new Set<number>();
  let next = 0;
  const worker = async () => {
    while (next < networks * 10) {
      const n = next++;
      const { status } = await signIn(email, { ip: `127.${prefix}.${n % networks}.1`, secret: `faux${n}` });
      statuses.add(status);
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return [...statuses].sort();
}

describe('P27: after 1,000 wrong tries from 100 networks', () => {
  test('after 1,000 wrong tries the owner signs in from a known device or network without waiting behind them', async () => {
    const { email } = await createUser(server, services);
    const device = deviceOf(await signIn(email, { ip: '127.1.0.1' }));
    const networks = process.env.LONG ? 100 : 20;
    await setAttempts(email, 1_000 - networks * 10);
    expect(await guess(email, networks, '2')).toEqual([401, 503]);
    expect(await counter('login_attempt', `${email} *`)).toBeGreaterThanOrEqual(1_000);
    // Eight more tries wait in the queue, two a second: the owner does not wait behind them.
    const more = Array.from({ length: 8 }, (_, n) => signIn(email, { ip: `127.12.${n}.1`, secret: 'faux' }));
    let waiting = more.length;
    for (const attempt of more)
      void attempt.then(() => {
        waiting -= 1;
      });
    expect((await signIn(email, { ip: '127.1.0.2', device })).status).toBe(200);
    expect((await signIn(email, { ip: '127.1.0.1' })).status).toBe(200);
    expect(waiting).toBeGreaterThan(0);
    expect(new Set((await Promise.all(more)).map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('after 1,000 wrong tries the right password is accepted from an unknown network one second later', async () => {
    const { email } = await createUser(server, services);
    await setAttempts(email, 1_000);
    const began = performance.now();
    const responses = await Promise.all([
      signIn(email, { ip: '127.3.0.1', secret: 'faux' }),
      signIn(email, { ip: '127.3.0.2' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 200]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('after 1,000 wrong tries an email without an account is delayed like one with an account', async () => {
    const email = 'inconnu@exemple.dz';
    await setAttempts(email, 1_000);
    const began = performance.now();
    expect((await signIn(email, { ip: '127.3.1.1' })).status).toBe(401);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });
});

test('the hundredth wrong try of an account is not delayed while later ones wait for their turn', async () => {
  const { email } = await createUser(server, services);
  await setAttempts(email, 100);
  let waiting = 0;
  const delayed = Array.from({ length: 5 }, async (_, n) => {
    waiting += 1;
    await signIn(email, { ip: `127.3.2.${n}`, secret: 'faux' });
    waiting -= 1;
  });
  await eventually(async () => (await counter('login_attempt', `${email} *`)) === 105);
  await setAttempts(email, 99);
  expect((await signIn(email, { ip: '127.3.3.1', secret: 'faux' })).status).toBe(401);
  expect(await counter('login_attempt', `${email} *`)).toBe(100);
  expect(waiting).toBeGreaterThan(0);
  await Promise.all(delayed);
});

describe('the cookie of a device', () => {
  const isKnown = async (email: string, device: string, ip: string) => {
    const before = await counter('login_attempt', `${email} *`);
    await signIn(email, { ip, device, secret: 'faux' });
    return (await counter('login_attempt', `${email} *`)) === before;
  };

  test('the device cookie is HttpOnly and SameSite=Strict, lasts 400 days and opens no session by itself', async () => {
    const { email } = await createUser(server, services);
    const { cookie } = await signIn(email, { ip: '127.4.0.1' });
    expect(cookie).toMatch(
      /^almas_device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/api\/login; HttpOnly; SameSite=Strict$/,
    );
    expect((await call(server, { method: 'GET', url: '/api/me' }, cookie.split(';')[0])).status).toBe(401);
    expect(
      (await signIn(email, { ip: '127.4.0.2', device: deviceOf({ cookie }), secret: 'faux' })).status,
    ).toBe(401);
  });

  test('the device cookie of another account, a forged one, or one from before a new password is not known', async () => {
    const [one, two] = [await createUser(server, services), await createUser(server, services)];
    const first = deviceOf(await signIn(one.email, { ip: '127.4.1.1' }));
    expect(await isKnown(one.email, first, '127.4.1.2')).toBe(true);
    expect(await isKnown(two.email, first, '127.4.1.3')).toBe(false);
    const forged = `almas_device=${'A'.repeat(22)}.${first.split('.')[1]}`;
    expect(await isKnown(one.email, forged, '127.4.1.4')).toBe(false);
    const shared = deviceOf(await signIn(two.email, { ip: '127.4.1.5', device: first }));
    expect(await isKnown(one.email, shared, '127.4.1.6')).toBe(true);
    expect(await isKnown(two.email, shared, '127.4.1.7')).toBe(true);
    await admin.post(`/api/users/${one.id}/temporary-password`);
    expect(await isKnown(one.email, shared, '127.4.1.8')).toBe(false);
  });

  test('a known device has ten wrong tries over all networks together, and is refused from then on', async () => {
    const { email } = await createUser(server, services);
    const device = deviceOf(await signIn(email, { ip: '127.4.2.1' }));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await signIn(email, { ip: `127.4.3.${n}`, device, secret: 'faux' })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    // The first sign-in alone came from an unknown device.
    expect(await counter('login_attempt', `${email} *`)).toBe(1);
  });
});

// Thousands of customers share one address of a mobile network.
describe('a network whose tries are used up', () => {
  const tryTenTimes = (email: string, ip: string) =>
    Promise.all(Array.from({ length: 10 }, () => signIn(email, { ip, secret: 'faux' })));

  test('an owner behind the address of an attacker signs in from a known device, and from no other', async () => {
    const { email } = await createUser(server, services);
    const ip = '127.6.0.1';
    const device = deviceOf(await signIn(email, { ip: '127.6.0.2' }));
    await tryTenTimes(email, ip);
    expect((await signIn(email, { ip })).status).toBe(429);
    expect(
      (await signIn(email, { ip, device: `almas_device=${'A'.repeat(22)}.${'A'.repeat(22)}` })).status,
    ).toBe(429);
    expect((await signIn(email, { ip, device })).status).toBe(200);
  });

  test('an owner signs in from a known device behind an address with 1,000 tries of other emails', async () => {
    const { email } = await createUser(server, services);
    const ip = '127.6.1.1';
    const device = deviceOf(await signIn(email, { ip }));
    await query(`UPDATE rate_limits SET attempts = 1000 WHERE action = 'login_address' AND subject = $1`, ip);
    expect((await signIn(email, { ip })).status).toBe(429);
    expect((await signIn(email, { ip, device })).status).toBe(200);
  });

  test('a known device has ten wrong tries like any other, also behind an address whose tries are used up', async () => {
    const { email } = await createUser(server, services);
    for (const [ip, used] of [
      ['127.6.2.1', false],
      ['127.6.2.2', true],
    ] as const) {
      const device = deviceOf(await signIn(email, { ip: '127.6.2.3' }));
      if (used) await tryTenTimes(email, ip);
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1)
        statuses.push((await signIn(email, { ip, device, secret: 'faux' })).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    }
  });
});

test('a sign-in to another account on a shared device does not clear the counted tries of an account on it', async () => {
  const [victim, own] = [await createUser(server, services), await createUser(server, services)];
  const ip = '127.6.3.1';
  const first = deviceOf(await signIn(victim.email, { ip }));
  const device = deviceOf(await signIn(own.email, { ip, device: first }));
  const statuses: number[] = [];
  for (let n = 0; n < 24; n += 1) {
    if (n % 6 === 0) expect((await signIn(own.email, { ip, device })).status).toBe(200);
    statuses.push((await signIn(victim.email, { ip, device, secret: 'faux' })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test('a successful sign-in clears the tries of its own account and no counter of the network or of another account', async () => {
  const { email } = await createUser(server, services);
  const victim = await createUser(server, services);
  const ip = '127.5.0.1';
  for (let n = 0; n < 9; n += 1) await signIn(victim.email, { ip, secret: 'faux' });
  for (let n = 0; n < 9; n += 1) await signIn(email, { ip, secret: 'faux' });
  expect((await signIn(email, { ip })).status).toBe(200);
  expect(await counter('login_attempt', `${email} ${ip}`)).toBe(0);
  expect(await counter('login_attempt', `${victim.email} ${ip}`)).toBe(9);
  expect(await counter('login_attempt', `${victim.email} *`)).toBe(9);
  expect(await counter('login_address', ip)).toBe(19);
});

test('an email that equals an account’s only by the database’s case folding finds no account', async () => {
  const { email } = await createUser(server, services, { email: 'ibrahim.kaci@exemple.dz' });
  const ip = '127.5.2.1';
  // In lower case the Turkish capital I is "i" for PostgreSQL, and "i" with a combining dot for JavaScript.
  for (const spelling of ['İbrahim.kaci@exemple.dz', 'ibrahİm.kacİ@exemple.dz'])
    expect((await signIn(spelling, { ip })).status).toBe(401);
  // For both, capitals and the kelvin sign have the same lower case.
  for (const spelling of [email, 'IBRAHIM.KACI@EXEMPLE.DZ', 'Ibrahim.\u212aaci@exemple.dz']) {
    expect((await signIn(spelling, { ip })).status).toBe(200);
    await signIn(spelling, { ip, secret: 'faux' });
    expect(await counter('login_attempt', `${email} ${ip}`)).toBe(1);
  }
});

test('tries of an invented email that ends in a network do not use up the tries of the account on it', async () => {
  const { email } = await createUser(server, services);
  for (let n = 0; n < 12; n += 1) await signIn(`${email} 127.7.7.7`, { ip: `127.8.${n}.1`, secret: 'faux' });
  expect((await signIn(email, { ip: '127.7.7.7' })).status).toBe(200);
});

test('a network that has used up its tries adds no row for the emails that it invents', async () => {
  const ip = '127.5.1.1';
  await query(
    `INSERT INTO rate_limits (action, subject, attempts, window_ends)
           VALUES ('login_address', $1, 1000, clock_timestamp() + interval '10 minutes')`,
    ip,
  );
  for (let n = 0; n < 5; n += 1) expect((await signIn(`invente${n}@exemple.dz`, { ip })).status).toBe(429);
  const rows = await query<{ subject: string }>(
    "SELECT subject FROM rate_limits WHERE subject LIKE 'invente%'",
  );
  expect(rows).toEqual([]);
  expect(await counter('login_address', ip)).toBe(1_005);
});

test('forwarded addresses with ports, or that are no addresses, count as one network behind a trusted proxy', async () => {
  const proxied = await secondServer(services.db, {
    config: { ...services.config, trustProxy: ['127.0.0.1'] },
  });
  const tries = async (forwarded: (n: number) => string) => {
    const { email } = await createUser(server, services);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const response = await call(proxied.server, {
        method: 'POST',
        url: '/api/login',
        payload: { email, password: 'faux' },
        headers: { 'x-forwarded-for': forwarded(n) },
      });
      statuses.push(response.status);
    }
    return statuses;
  };
  const refusedFromTheEleventh = [...Array(10).fill(401), 429, 429];
  expect(await tries((n) => `41.1.1.3:${1_001 + n}`)).toEqual(refusedFromTheEleventh);
  expect(await tries((n) => `x${n}`)).toEqual(refusedFromTheEleventh);
  expect(await tries((n) => `[2001:db8::${n}]:443`)).toEqual(refusedFromTheEleventh);
});
