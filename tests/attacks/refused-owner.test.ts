import { afterAll, describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { receiveMails } from '../support/mail-receiver.ts';
import { createUser, password } from '../support/users.ts';

/*
 * Attack: attackers on ever new networks fill the queues of a sign-in, so that its owner gets a refusal before the password is looked
 * at.
 */
const { server, services, query } = await testApp({
  limits: { login_attempt: 10 },
});

async function signIn(email: string, ip: string, secret = password, on = server): Promise<number> {
  const response = await on.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: ip,
    payload: { email, password: secret },
  });
  return response.statusCode;
}

/** Makes an account one under attack: its tries from unknown networks are delayed. */
const setAttempts = (email: string) =>
  query(
    `INSERT INTO rate_limits (action, subject, attempts, window_ends)
           VALUES ('login_attempt', $1, 1000, now() + interval '10 minutes')`,
    `${email} *`,
  );

/** An address of a network that is unused: of the network n, the /64 or /48 of its own. */
const ownNetwork = (n: number) => `2a0${1 + Math.floor(n / 65_536)}:${(n % 65_536).toString(16)}:1::1`;

/** `count` attackers that guess without a pause, each from a new network after nine tries, until the returned function is called. */
function attack(
  email: (n: number) => string,
  count: number,
  first: number,
): () => Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let isOver = false;
  let tries = first * 9;
  const attacker = async () => {
    while (!isOver) {
      const n = tries++;
      const status = await signIn(email(n), ownNetwork(Math.floor(n / 9)), 'faux');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const all = Promise.all(Array.from({ length: count }, attacker));
  return async () => {
    isOver = true;
    await all;
    return statuses;
  };
}

describe('P27: attackers on ever new networks do not refuse an owner', () => {
  test('while 16 attackers keep the tries of an account waiting, its right password is let in from eight unknown networks', async () => {
    const { email } = await createUser(server, services);
    await setAttempts(email);
    const end = attack(() => email, 16, 1_000);
    const owner = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(email, ownNetwork(500 + n))));
    const attacked = await end();
    expect(owner).toEqual(Array(8).fill(200));
    expect([...attacked.keys()]).toEqual([401]);
  });

  test('while 24 sign-ins of invented emails wait for their password to be computed, an owner is let in from unknown networks', async () => {
    const { email } = await createUser(server, services);
    const end = attack((n) => `invente${n}@exemple.dz`, 24, 3_000);
    const owner: number[] = [];
    for (let n = 0; n < 6; n += 1) owner.push(await signIn(email, ownNetwork(600 + n)));
    await end();
    expect(owner).toEqual(Array(6).fill(200));
  });
});

describe('the tries of a wide network', () => {
  test.each([
    ['/48', (n: number) => `2001:db8:77:${n.toString(16)}::1`],
    ['/24', (n: number) => `41.77.5.${n}`],
  ])('the forty-first try of one email from ever new networks of one %s is refused', async (_, address) => {
    const { email } = await createUser(server, services);
    const statuses: number[] = [];
    for (let n = 1; n <= 42; n += 1) statuses.push(await signIn(email, address(n), 'faux'));
    expect(statuses).toEqual([...Array(40).fill(401), 429, 429]);
  });

  test('a network that goes on after its refusal does not use up the tries of its wide network', async () => {
    const { email } = await createUser(server, services);
    for (let n = 0; n < 60; n += 1) await signIn(email, '41.78.5.1', 'faux');
    expect(await signIn(email, '41.78.5.2')).toBe(200);
  });
});

test('a completed reset link makes the device known: the owner signs in on it without waiting behind the tries of others', async () => {
  const receiver = await receiveMails();
  afterAll(() => receiver.close());
  const { server: resetting } = await secondServer(services.db, {
    config: {
      extensions: new Set(['self-service-security']),
      smtpUrl: receiver.url,
      publicUrl: 'http://almas.test',
    },
  });
  const { email } = await createUser(server, services);
  const post = (url: string, payload: object, ip: string) =>
    resetting.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: ip,
      headers: { origin: 'http://almas.test' },
    });
  expect((await post('/api/password-reset', { email }, '41.79.0.1')).statusCode).toBe(204);
  await eventually(() => receiver.mails.length === 1);
  const token = /#reset=([\w-]{43})/.exec(receiver.mails[0]?.text ?? '')?.[1] ?? '';
  const completed = await post(
    '/api/password-reset/confirmation',
    { token, password: 'nouveau-secret-9' },
    '41.79.0.2',
  );
  expect(completed.statusCode).toBe(204);
  const device = [completed.headers['set-cookie'] ?? []]
    .flat()
    .join(';')
    .match(/almas_device=[^;]+/)?.[0];
  expect(device).toBeDefined();
  await setAttempts(email);
  const signInOn = (ip: string, cookie: object) =>
    server.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: ip,
      payload: { email, password: 'nouveau-secret-9' },
      headers: { ...cookie },
    });
  const finished: string[] = [];
  const unknown = signInOn('41.79.0.4', {}).then(({ statusCode }) => finished.push(`unknown ${statusCode}`));
  const owner = signInOn('41.79.0.3', { cookie: device }).then(({ statusCode }) =>
    finished.push(`owner ${statusCode}`),
  );
  await Promise.all([unknown, owner]);
  expect(finished).toEqual(['owner 200', 'unknown 200']);
});
