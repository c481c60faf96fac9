import { expect, test } from 'vitest';
import { DelayedTries } from './delayed-tries.ts';

/** Work that runs until `end` is called. */
function heldWork() {
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

test('an attempt is refused, with the seconds to wait, when its account has the maximum of waiting attempts', async () => {
  const tries = new DelayedTries({ milliseconds: 100, perAccount: 2, inAll: 10 });
  const waiting = [tries.run('a', nothing), tries.run('a', nothing)];
  await expect(tries.run('a', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  await Promise.all([...waiting, tries.run('b', nothing)]);
  await tries.run('a', nothing);
});

test('an attempt of any account is refused when all accounts together have the maximum of waiting attempts', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 2 });
  const waiting = [tries.run('a', nothing), tries.run('b', nothing)];
  await expect(tries.run('c', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all(waiting);
  await tries.run('c', nothing);
});

test('attempts of one account run one after the other, also one that arrives after the first has ended', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const [second, third] = [heldWork(), heldWork()];
  const first = tries.run('a', nothing);
  const all = [tries.run('a', second.run)];
  await first;
  all.push(tries.run('a', third.run));
  // The attempt of another account starts later and waits as long.
  await tries.run('b', nothing);
  await tries.run('b', nothing);
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
  second.end();
  third.end();
  await Promise.all(all);
  expect(third.hasBegun).toBe(true);
});

test('an attempt that fails does not stop the next one of its account', async () => {
  const tries = new DelayedTries({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const broken = tries.run('a', () => Promise.reject(new Error('wrong password')));
  const next = tries.run('a', async () => 'done');
  await expect(broken).rejects.toThrow('wrong password');
  expect(await next).toBe('done');
});
