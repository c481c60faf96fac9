import { expect, test } from 'vitest';
import { DelayedTries } from './delayed-tries.ts';

/** Work that ends on command, and whether it has begun. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = { hasBegun: false, end: () => end(), run: () => Promise.resolve() };
  work.run = () => {
    work.hasBegun = true;
    return ended;
  };
  return work;
}
const nothing = async () => {};

test('so many tries of an account may wait, and the next is refused with how long they take', async () => {
  const tries = new DelayedTries({ milliseconds: 100, perAccount: 2, inAll: 10 });
  const waiting = [tries.run('a', nothing), tries.run('a', nothing)];
  await expect(tries.run('a', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  await Promise.all([...waiting, tries.run('b', nothing)]);
  await tries.run('a', nothing);
});

test('so many tries of all accounts may wait, and the next is refused, whichever account it is of', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 2 });
  const waiting = [tries.run('a', nothing), tries.run('b', nothing)];
  await expect(tries.run('c', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all(waiting);
  await tries.run('c', nothing);
});

test('tries of one account come one after the other, also those that come when the first has ended', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const [second, third] = [held(), held()];
  const first = tries.run('a', nothing);
  const all = [tries.run('a', second.run)];
  await first;
  all.push(tries.run('a', third.run));
  // Another account's try begins later, and waits as long.
  await tries.run('b', nothing);
  await tries.run('b', nothing);
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
  second.end();
  third.end();
  await Promise.all(all);
  expect(third.hasBegun).toBe(true);
});

test('a try that fails leaves the next of its account its turn', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const broken = tries.run('a', () => Promise.reject(new Error('wrong password')));
  const next = tries.run('a', async () => 'done');
  await expect(broken).rejects.toThrow('wrong password');
  expect(await next).toBe('done');
});
