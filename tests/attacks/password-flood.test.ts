import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BoundedQueue } from '../../server/src/bounded-queue.ts';
import { PasswordHasher } from '../../server/src/modules/accounts/password-hasher.ts';
import { testApp } from '../support/app.ts';
import { passwordProcesses } from '../support/child-processes.ts';
import { deferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import { call, createUser, password } from '../support/users.ts';

/* Attack: many sign-ins at the same time, each of which takes 25 ms of a core, so that the server does nothing else. */
const { server, services } = await testApp({ config: { extensions: new Set(['cashiers']) } });

const login = (email: string, from: string) =>
  server.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: from,
    payload: { email, password: 'faux' },
  });

/** Starts work in the queue that lasts until `end` is called. */
function work(
  queue: BoundedQueue,
  turn: Parameters<BoundedQueue['run']>[1],
  started: string[],
  name: string,
) {
  let end = () => {};
  const result = queue.run(() => {
    started.push(name);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  }, turn);
  const refused = result.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  return { end: () => end(), refused, result };
}

describe('the computing of passwords', () => {
  test('two passwords are computed at a time, twenty calls wait, and each further one displaces one that waits', async () => {
    const queue = new BoundedQueue(2, 20);
    const started: string[] = [];
    const all = Array.from({ length: 30 }, (_, n) => work(queue, { network: `n${n}` }, started, String(n)));
    expect(started).toEqual(['0', '1']);
    expect(queue.waiting).toBe(20);
    const newest = all.at(-1);
    for (const { end } of all.slice(0, 2)) end();
    while (queue.waiting > 0) {
      await new Promise(setImmediate);
      for (const { end } of all) end();
    }
    newest?.end();
    const codes = await Promise.all(all.map(({ refused }) => refused));
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(8);
    expect(codes.at(-1)).toBeUndefined();
    expect(started).toHaveLength(22);
  });

  test('a network that fills the queue loses a place to each other network, and a known device goes first', async () => {
    const queue = new BoundedQueue(2, 20);
    const started: string[] = [];
    const flood = Array.from({ length: 22 }, (_, n) =>
      work(queue, { network: 'flood' }, started, `flood${n}`),
    );
    const other = work(queue, { network: 'other' }, started, 'other');
    const known = work(queue, { network: 'flood', first: true }, started, 'known');
    flood[0]?.end();
    await flood[0]?.refused;
    expect(started.at(-1)).toBe('known');
    known.end();
    while (queue.waiting > 0) {
      await new Promise(setImmediate);
      for (const { end } of flood) end();
    }
    await new Promise(setImmediate);
    for (const { end } of flood) end();
    other.end();
    expect(await other.refused).toBeUndefined();
    expect(await known.refused).toBeUndefined();
    const refused = (await Promise.all(flood.map((each) => each.refused))).filter(Boolean);
    expect(refused).toHaveLength(2);
  });

  test('work without a network is refused by a full queue and displaces nothing', async () => {
    const queue = new BoundedQueue(1, 1);
    const started: string[] = [];
    const [running, waiting] = [work(queue, {}, started, 'running'), work(queue, {}, started, 'waiting')];
    expect(await work(queue, {}, started, 'late').refused).toBe('UNAVAILABLE');
    running.end();
    await running.refused;
    waiting.end();
    expect(await waiting.refused).toBeUndefined();
  });
});

// Only Linux has /proc.
describe.runIf(process.platform === 'linux')('the process that computes passwords', () => {
  test('when the process that computes passwords is killed, its call is refused and another process computes the next', async () => {
    const hasher = new PasswordHasher(1);
    const before = passwordProcesses();
    const expected = await hasher.run<string>({ password: 'secret' });
    const [pid = 0] = passwordProcesses().filter((one) => !before.includes(one));
    process.kill(pid, 'SIGSTOP');
    const stopped = hasher.run<boolean>({ password: 'secret', expected });
    process.kill(pid, 'SIGKILL');
    await expect(stopped).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
    expect(await hasher.run<boolean>({ password: 'secret', expected })).toBe(true);
    expect(await hasher.run<boolean>({ password: 'Secret', expected })).toBe(false);
    expect(passwordProcesses()).not.toContain(pid);
  });
});

test('during 200 sign-ins at the same time some get 503 with Retry-After, and every other call gets a response', async () => {
  const reseller = await createUser(server, services);
  const flood = Array.from({ length: 200 }, (_, n) => login(`flood${n}@exemple.dz`, '41.101.0.1'));
  expect((await reseller.get('/api/me')).status).toBe(200);
  expect((await server.inject('/healthz')).statusCode).toBe(200);
  const responses = await Promise.all(flood);
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  const refused = responses.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers['retry-after']).toBe('2');
});

describe('while no place of the queue is free', () => {
  /** Holds back what is computed, and computes no new hash. @returns a function that lets it go */
  function holdPasswords(): () => void {
    const { promise, resolve } = deferred();
    const { run } = PasswordHasher.prototype;
    const held = vi.spyOn(PasswordHasher.prototype, 'run').mockImplementation(async function (
      this: PasswordHasher,
      task: Parameters<typeof run>[0],
    ) {
      await promise;
      return (task.expected === undefined ? 'a hash' : run.call(this, task)) as never;
    });
    onTestFinished(() => {
      resolve();
      held.mockRestore();
    });
    return resolve;
  }

  // Turned red by: a hash without a turn of its own, which a full queue refuses.
  test('an administrator gives a temporary password and a reseller a PIN, however many attackers sign in', async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const [forgetful, shop] = [await createUser(server, services), await createUser(server, services)];
    const letGo = holdPasswords();
    let refused = 0;
    const flood = Array.from({ length: 110 }, async (_, n) => {
      if ((await login(`flot${n}@exemple.dz`, `41.${n}.0.1`)).statusCode === 503) refused += 1;
    });
    await eventually(() => refused === 8);
    const statuses: number[] = [];
    const asked = [
      () => admin.post(`/api/users/${forgetful.id}/temporary-password`),
      () => shop.post('/api/staff', { name: 'Sara', pin: '4821', dailyCap: 1_000 }),
    ].map(async (ask, index) => {
      // One after the other: each takes the place of one that waits.
      await eventually(() => refused + statuses.length >= 8 + index);
      statuses.push((await ask()).status);
    });
    await eventually(() => refused + statuses.length >= 10);
    letGo();
    await Promise.all([...asked, ...flood]);
    expect(statuses).toEqual([200, 200]);
  });

  // Turned red by: PINs that no sign-in displaces.
  test('an account signs in from anywhere, however many PINs a reseller sends', async () => {
    const [crowd, other] = [await createUser(server, services), await createUser(server, services)];
    const letGo = holdPasswords();
    let refused = 0;
    const pins = Array.from({ length: 103 }, async (_, n) => {
      const sent = await crowd.post('/api/staff', { name: `Vendeur ${n}`, pin: '4821', dailyCap: 1 });
      if (sent.status === 503) refused += 1;
    });
    await eventually(() => refused === 1);
    let status = 0;
    const signIn = server
      .inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: '41.200.0.1',
        payload: { email: other.email, password },
      })
      .then(({ statusCode }) => {
        status = statusCode;
      });
    await eventually(() => refused === 2 || status !== 0);
    letGo();
    await Promise.all([signIn, ...pins]);
    expect(status).toBe(200);
  });
});

// Turned red by: a step after a temporary password that is tried without an end, before all sign-ins.
test('the choice of a password after a temporary one is computed ten times in half an hour', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const { id, email } = await createUser(server, services);
  const { temporaryPassword } = (await admin.post(`/api/users/${id}/temporary-password`)).body;
  const post = (url: string, payload: object, cookie?: string) =>
    call(server, { method: 'POST', url, payload }, cookie);
  const begun = await post('/api/login', { email, password: temporaryPassword });
  const cookie = String(begun.headers['set-cookie']).split(';')[0];
  const choose = async (chosen: string) =>
    (await post('/api/login/password', { password: chosen }, cookie)).body.code;
  // What is refused without a hash does not count.
  for (let tries = 0; tries < 11; tries += 1) expect(await choose('court')).toBe('WEAK_PASSWORD');
  for (let tries = 0; tries < 10; tries += 1)
    expect(await choose(temporaryPassword)).toBe('PASSWORD_UNCHANGED');
  expect(await choose('un-mot-a-moi')).toBe('TOO_MANY_LOGIN_ATTEMPTS');
});

test('a process that computes no password for half a minute is replaced, and the calls that wait for it are refused', async () => {
  const others = passwordProcesses();
  const hasher = new PasswordHasher(1);
  const hash = await hasher.run<string>({ password: 'motdepasse' });
  const pid = passwordProcesses().find((each) => !others.includes(each)) ?? 0;
  expect(pid).toBeGreaterThan(0);
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void (passwordProcesses().includes(pid) && process.kill(pid, 'SIGKILL')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const code = hasher.run({ password: 'motdepasse', expected: hash }).catch((error) => error.code);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await eventually(() => !passwordProcesses().includes(pid));
  expect(await code).toBe('UNAVAILABLE');
  expect(await hasher.run({ password: 'motdepasse', expected: hash })).toBe(true);
});
