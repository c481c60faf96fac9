import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BoundedQueue } from '../../server/src/bounded-queue.ts';
import { PasswordHasher } from '../../server/src/modules/accounts/password-hasher.ts';
import { testApp } from '../support/app.ts';
import { passwordProcesses } from '../support/child-processes.ts';
import { eventually } from '../support/eventually.ts';
import { createUser } from '../support/users.ts';

/* Attack: many sign-ins at the same time, each of which takes 25 ms of a core, so that the server does nothing else. */
const { server, services } = await testApp();

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
