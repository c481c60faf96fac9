import { expect, test } from 'vitest';
import { AttemptThrottle } from './attempt-throttle.ts';

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
  const throttle = new AttemptThrottle({ milliseconds: 100, perAccount: 2, inAll: 10 });
  const waiting = [throttle.run('a', nothing), throttle.run('a', nothing)];
  await expect(throttle.run('a', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
  await Promise.all([...waiting, throttle.run('b', nothing)]);
  await throttle.run('a', nothing);
});

test('an attempt of any account is refused when all accounts together have the maximum of waiting attempts', async () => {
  const throttle = new AttemptThrottle({ milliseconds: 1, perAccount: 10, inAll: 2 });
  const waiting = [throttle.run('a', nothing), throttle.run('b', nothing)];
  await expect(throttle.run('c', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all(waiting);
  await throttle.run('c', nothing);
});

test('attempts of one account run one after the other, also one that arrives after the first has ended', async () => {
  const throttle = new AttemptThrottle({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const [second, third] = [heldWork(), heldWork()];
  const first = throttle.run('a', nothing);
  const all = [throttle.run('a', second.run)];
  await first;
  all.push(throttle.run('a', third.run));
  // An attempt of another account, which starts later and has the same delay, shows that the delay has passed.
  await throttle.run('b', nothing);
  await throttle.run('b', nothing);
  expect([second.hasBegun, third.hasBegun]).toEqual([true, false]);
  second.end();
  third.end();
  await Promise.all(all);
  expect(third.hasBegun).toBe(true);
});

test('an attempt that fails does not stop the next one of its account', async () => {
  const throttle = new AttemptThrottle({ milliseconds: 1, perAccount: 10, inAll: 10 });
  const broken = throttle.run('a', () => Promise.reject(new Error('wrong password')));
  const next = throttle.run('a', async () => 'done');
  await expect(broken).rejects.toThrow('wrong password');
  expect(await next).toBe('done');
});
