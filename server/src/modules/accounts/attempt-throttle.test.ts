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
const codeOf = (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
const options = { milliseconds: 1, concurrency: 1, perAccount: 10, inAll: 10 };
const from = (network: string) => ({ network });

test('when the attempts of an account are full, the newest one waits, and one of the network with the most is refused', async () => {
  const throttle = new AttemptThrottle({ ...options, perAccount: 3 });
  const codes = ['one', 'two', 'flood', 'flood', 'new'].map((network) =>
    codeOf(throttle.run('a', nothing, from(network))),
  );
  const [one, two, ...flood] = await Promise.all(codes);
  expect([one, two, flood.pop()]).toEqual([undefined, undefined, undefined]);
  expect(flood.filter((code) => code === 'UNAVAILABLE')).toHaveLength(1);
});

test('when the attempts of all accounts are full, one of the account with the most waiting is refused', async () => {
  const throttle = new AttemptThrottle({ ...options, inAll: 3 });
  const attacked = ['one', 'two', 'three'].map((network) =>
    codeOf(throttle.run('a', nothing, from(network))),
  );
  expect(await codeOf(throttle.run('b', nothing, from('owner')))).toBeUndefined();
  const codes = await Promise.all(attacked);
  expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(1);
});

test('an attempt whose caller has left is refused before one that still waits, and delays no other', async () => {
  const throttle = new AttemptThrottle({ ...options, perAccount: 2 });
  const first = codeOf(throttle.run('a', nothing, from('one')));
  const left = codeOf(throttle.run('a', nothing, { network: 'two', hasLeft: () => true }));
  const others = ['three', 'four'].map((network) => codeOf(throttle.run('a', nothing, from(network))));
  expect(await Promise.all([first, left, ...others])).toEqual([
    undefined,
    'UNAVAILABLE',
    undefined,
    undefined,
  ]);
});

test('an attempt waits while as many of its account are under way as are delayed at the same time', async () => {
  const throttle = new AttemptThrottle(options);
  const [held, next] = [heldWork(), heldWork()];
  const all = [throttle.run('a', held.run, from('one')), throttle.run('a', next.run, from('two'))];
  // Attempts of another account, which start later and have the same delay, show that the delay has passed.
  await throttle.run('b', nothing, from('one'));
  await throttle.run('b', nothing, from('one'));
  expect([held.hasBegun, next.hasBegun]).toEqual([true, false]);
  held.end();
  next.end();
  await Promise.all(all);
  expect(next.hasBegun).toBe(true);
});

test('an attempt that fails does not stop the next one of its account', async () => {
  const throttle = new AttemptThrottle(options);
  const broken = throttle.run('a', () => Promise.reject(new Error('wrong password')), from('one'));
  const next = throttle.run('a', async () => 'done', from('one'));
  await expect(broken).rejects.toThrow('wrong password');
  expect(await next).toBe('done');
});
