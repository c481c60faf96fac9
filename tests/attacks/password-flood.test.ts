import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import { BoundedQueue } from '../../server/src/bounded-queue.ts';
import { testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

/* Attack: many sign-ins at the same time, each of which costs a core 25 ms, so that nothing else is computed. */
const { server, services } = await testApp();

const login = (email: string, from: string) =>
  server.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: from,
    payload: { email, password: 'faux' },
  });

/** Work that ends on command, and its result. */
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

// Turned red by: no bound (all 100 are computed); a network that fills the queue; the known one behind the others.
describe('the computing of passwords', () => {
  test('is two at a time, twenty wait, the next is refused', async () => {
    const queue = new BoundedQueue(2, 20);
    const started: string[] = [];
    const all = Array.from({ length: 30 }, (_, n) => work(queue, { network: `n${n}` }, started, String(n)));
    expect(started).toEqual(['0', '1']);
    expect(await Promise.all(all.slice(22).map(({ refused }) => refused))).toEqual(
      Array(8).fill('UNAVAILABLE'),
    );
    for (const { end, refused } of all.slice(0, 22)) {
      end();
      expect(await refused).toBeUndefined();
    }
    expect(started).toHaveLength(22);
  });

  test('keeps half of the waiting for other networks, and lets a known device go first', async () => {
    const queue = new BoundedQueue(2, 20);
    const started: string[] = [];
    const flood = Array.from({ length: 40 }, (_, n) =>
      work(queue, { network: 'flood' }, started, `flood${n}`),
    );
    expect(await Promise.all(flood.slice(12).map(({ refused }) => refused))).toEqual(
      Array(28).fill('UNAVAILABLE'),
    );
    const other = work(queue, { network: 'other' }, started, 'other');
    const known = work(queue, { network: 'flood', first: true }, started, 'known');
    flood[0]?.end();
    await flood[0]?.refused;
    expect(started.at(-1)).toBe('known');
    known.end();
    await known.refused;
    for (const { end, refused } of flood.slice(1, 12)) {
      end();
      await refused;
    }
    other.end();
    expect(await other.refused).toBeUndefined();
  });
});

/** The priority of each thread of this process; undefined where the system does not say. */
function threadPriorities(): number[] | undefined {
  if (process.platform !== 'linux') return undefined;
  // Of the fields after the name, which stands in brackets.
  const priorityOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  return readdirSync('/proc/self/task').map((thread) =>
    priorityOf(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')),
  );
}

// Turned red by: threads of the priority of the event loop, which then waits for them on a busy processor.
test('what computes passwords gives way to everything else, up to two threads of it', async () => {
  await Promise.all(['a', 'b', 'c'].map((name) => login(`${name}@exemple.dz`, '203.0.113.77')));
  const priorities = threadPriorities() ?? [0, 10, 10];
  const below = priorities.filter((priority) => priority === Math.min(getPriority() + 10, 19));
  expect(below.length).toBeGreaterThanOrEqual(1);
  expect(below.length).toBeLessThanOrEqual(2);
  expect(priorities.filter((priority) => priority === getPriority()).length).toBeGreaterThan(1);
});

test('of 200 sign-ins at the same time some are sent back at once, and every other call is answered', async () => {
  const reseller = await createUser(server, services);
  const flood = Array.from({ length: 200 }, (_, n) => login(`flood${n}@exemple.dz`, '41.101.0.1'));
  expect((await reseller.get('/api/me')).status).toBe(200);
  expect((await server.inject('/healthz')).statusCode).toBe(200);
  const answers = await Promise.all(flood);
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers['retry-after']).toBe('2');
});
