import type { Outcome } from '@almas/contract/outcomes';
import { expect, test } from 'vitest';
import { deferred } from '../../../../tests/support/deferred.ts';
import { OfflineError } from '../network/api-errors.ts';
import {
  ClosedError,
  createMoneyCalls,
  type MoneyCall,
  retryDelay,
  settleableMilliseconds,
  UnresolvedError,
} from './money-calls.ts';

class Lost extends Error {}
class Refused extends Error {}
class SignedOut extends Error {}
type Reply = { answer: unknown } | { error: Error };

const nothing = { purchase: null, freeFireRequest: null, rechargeRequest: null, advance: null };
const outcome = (state: Outcome['outcome'], made: object = {}): Reply => ({
  answer: { outcome: state, ...nothing, ...made },
});

type Lock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Browser {
  /** What its tabs store. */
  readonly stored: Map<string, MoneyCall>;
  readonly withLock: Lock;
}

/** A browser of one tab, which nothing locks out. */
const oneTab = (kept: MoneyCall[] = []): Browser => ({
  stored: new Map(kept.map((call) => [call.key, call])),
  withLock: (_key, work) => work(),
});

/** A browser whose tabs get the lock of a key one after another. */
function manyTabs(kept: MoneyCall[] = []): Browser {
  const last = new Map<string, Promise<unknown>>();
  const withLock: Lock = (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    last.set(
      key,
      result.catch(() => undefined),
    );
    return result;
  };
  return { ...oneTab(kept), withLock };
}

/** A reseller whose calls get `replies`, and whose requests for an outcome get `outcomes`. */
function reseller(replies: Reply[], outcomes: Reply[] = [], browser = oneTab()) {
  const sent: { name: string; key: string; body: unknown }[] = [];
  const settled: string[] = [];
  const { stored, withLock } = browser;
  const everStored: string[] = [];
  const clock = { now: 1_000_000, offline: false, hidden: false, user: 'u' };
  let keys = 0;
  const take = (from: Reply[]) => {
    const reply = from.shift();
    if (!reply) throw new Error('nothing more was expected');
    if ('error' in reply) throw reply.error;
    return reply.answer;
  };
  const calls = createMoneyCalls({
    send: async (name, key, body) => {
      sent.push({ name, key, body });
      return take(replies);
    },
    settle: async ({ key }) => {
      settled.push(key);
      return take(outcomes) as Outcome;
    },
    isOffline: () => clock.offline,
    isHidden: () => clock.hidden,
    isRefusal: (error) => error instanceof Refused || error instanceof SignedOut,
    isDenied: (error) => error instanceof SignedOut,
    withLock,
    user: () => clock.user,
    load: () => [...stored.values()],
    save: (call) => {
      stored.set(call.key, call);
      everStored.push(JSON.stringify(call));
    },
    remove: (key) => stored.delete(key),
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    wait: async (milliseconds) => {
      clock.now += milliseconds;
    },
    now: () => clock.now,
  });
  return { calls, sent, settled, stored, everStored, clock };
}

const body = { productId: 'p', offerId: 'o', quantity: 1 };
const subject = { id: 'o', what: 'Diamants · 110', amount: 150 };
const buy = ({ calls }: ReturnType<typeof reseller>) => calls.start('purchases.create', 'u', body, subject);
const request = ({ calls }: ReturnType<typeof reseller>) =>
  calls.start('rechargeRequests.create', 'u', { amount: 100 }, { what: 'CCP', amount: 100 });
const call = (key: string, change: Partial<MoneyCall> = {}): MoneyCall => ({
  key,
  name: 'purchases.create',
  userId: 'u',
  subject,
  startedAt: 999_000,
  state: 'lost',
  ...change,
});
const codes = { codes: [{ code: 'SECRET' }] };

test('each tap sends one call under a key of its own, and a request is no longer stored once it has a response', async () => {
  const all = reseller([{ answer: 'first' }, { answer: 'second' }]);
  expect(await request(all)).toEqual({ key: 'key-1', result: 'first' });
  expect(await request(all)).toEqual({ key: 'key-2', result: 'second' });
  expect(all.sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect(all.calls.current()).toEqual([]);
  expect(all.stored.size).toBe(0);
});

test('a purchase is stored as executed until its code has been shown', async () => {
  const all = reseller([{ answer: codes }]);
  expect(await buy(all)).toEqual({ key: 'key-1', result: codes });
  expect(all.calls.current()).toMatchObject([{ key: 'key-1', state: 'executed' }]);
  all.calls.forget('key-1');
  expect(all.stored.size).toBe(0);
});

test('a device that is offline sends nothing and stores nothing', async () => {
  const all = reseller([]);
  all.clock.offline = true;
  await expect(buy(all)).rejects.toThrow(OfflineError);
  expect([all.sent, all.settled, all.everStored]).toEqual([[], [], []]);
});

test('after a lost response the outcome is requested until the server returns it, and the call is never sent again', async () => {
  const all = reseller(
    [{ error: new Lost() }],
    [{ error: new Lost() }, { error: new Lost() }, outcome('executed', { purchase: codes })],
  );
  const states: unknown[] = [];
  all.calls.subscribe(() => states.push(all.calls.current()[0]?.state));
  expect(await buy(all)).toEqual({ key: 'key-1', result: codes });
  expect(all.sent).toHaveLength(1);
  expect(all.settled).toEqual(['key-1', 'key-1', 'key-1']);
  expect(states).toEqual(['sent', 'lost', 'executed']);
});

test.each(['closed', 'refused'] as const)(
  'a call with the outcome %s fails with the message that nothing happened, and stays listed until the next tap',
  async (state) => {
    const all = reseller([{ error: new Lost() }, { answer: codes }], [outcome(state)]);
    await expect(buy(all)).rejects.toThrow(ClosedError);
    expect(all.sent).toHaveLength(1);
    expect(all.calls.current()).toMatchObject([{ key: 'key-1', state: 'closed', subject }]);
    await buy(all);
    expect(all.calls.current()).toMatchObject([{ key: 'key-2', state: 'executed' }]);
  },
);

test('a refused call is final: its outcome is not requested and nothing is stored, not even for the next sign-in', async () => {
  for (const error of [new Refused('Stock insuffisant'), new SignedOut()]) {
    const all = reseller([{ error }]);
    await expect(buy(all)).rejects.toThrow(error);
    expect([all.settled, all.calls.current(), all.stored.size]).toEqual([[], [], 0]);
    expect(all.calls.resume('u')).toEqual([]);
  }
});

test('the browser stores neither the response nor the input of a call, so it stores no code', async () => {
  const all = reseller([{ error: new Lost() }], [outcome('executed', { purchase: codes })]);
  await buy(all);
  expect(all.everStored.join()).not.toMatch(/SECRET|productId/);
});

test('after a reload the outcomes of the same user’s calls are requested, each once, and nothing is sent', async () => {
  const kept = [
    call('sent', { state: 'sent' }),
    call('lost'),
    call('executed', { state: 'executed' }),
    call('closed', { state: 'closed' }),
    call('other', { userId: 'v' }),
  ];
  const executed = () => outcome('executed', { purchase: codes });
  const all = reseller([], [executed(), executed(), executed()], oneTab(kept));
  const resumed = all.calls.resume('u');
  expect(all.calls.resume('u')).toEqual([]);
  expect(await Promise.all(resumed.map(({ outcome: learned }) => learned))).toEqual(
    ['sent', 'lost', 'executed'].map((key) => ({ key, result: codes })),
  );
  expect(all.settled).toEqual(['sent', 'lost', 'executed']);
  expect(all.sent).toEqual([]);
  expect(all.stored.get('other')?.state).toBe('lost');
  expect(all.stored.get('closed')?.state).toBe('closed');
});

test('the outcome of a call that another tab has settled meanwhile is not requested', async () => {
  const all = reseller([], [], oneTab([call('a'), call('b')]));
  all.stored.delete('a');
  all.stored.set('b', call('b', { state: 'closed' }));
  const resumed = all.calls.resume('u');
  expect(await Promise.all(resumed.map(({ outcome: learned }) => learned))).toEqual([undefined, undefined]);
  expect(all.settled).toEqual([]);
});

test('a call whose session ends while its outcome is requested stays stored, and the next sign-in requests it again', async () => {
  const all = reseller(
    [{ error: new Lost() }],
    [{ error: new SignedOut() }, outcome('executed', { purchase: codes })],
  );
  await expect(buy(all)).rejects.toThrow(SignedOut);
  expect(all.calls.current()).toMatchObject([{ key: 'key-1', state: 'lost' }]);
  expect(await all.calls.resume('u')[0]?.outcome).toEqual({ key: 'key-1', result: codes });
  expect(all.sent).toHaveLength(1);
});

test('the response of a call whose user has signed out is shown to no other user, and to its own user at the next sign-in', async () => {
  const all = reseller([{ answer: codes }], [outcome('executed', { purchase: codes })]);
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  all.clock.user = 'v';
  void buy(all).then(end, end);
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  expect(all.calls.current()).toMatchObject([{ key: 'key-1', state: 'sent' }]);
  all.clock.user = 'u';
  expect(await all.calls.resume('u')[0]?.outcome).toEqual({ key: 'key-1', result: codes });
  expect(all.sent).toHaveLength(1);
});

test.each([
  ['older than the server keeps keys', 1_000_000 - settleableMilliseconds - 1],
  ['from a clock that was ahead by hours', 1_000_000 + 3_600_000],
])(
  'the outcome of a call %s is not requested, and the call is listed as expired',
  async (_what, startedAt) => {
    const all = reseller([], [], oneTab([call('old', { startedAt })]));
    await expect(all.calls.resume('u')[0]?.outcome).rejects.toThrow(UnresolvedError);
    expect(all.settled).toEqual([]);
    expect(all.calls.current()).toMatchObject([{ key: 'old', state: 'expired' }]);
    expect(all.calls.resume('u')).toEqual([]);
  },
);

test('the pauses between the requests for an outcome grow from 1 to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

test('a purchase that this tab waits for stays listed when another tab empties the storage', () => {
  const all = reseller([{ answer: new Promise(() => undefined) }]);
  void buy(all);
  all.stored.clear();
  all.calls.reload();
  expect(all.calls.current()).toMatchObject([{ key: 'key-1', state: 'sent' }]);
});

/** A tab whose purchase waits for `reply`, and a second tab opened meanwhile, which hears of what the first one stores. */
async function secondTab(reply: Reply, outcomes: Reply[]) {
  const browser = manyTabs();
  const response = deferred();
  const answer = response.promise.then(() => {
    if ('error' in reply) throw reply.error;
    return reply.answer;
  });
  const first = reseller([{ answer }], outcomes, browser);
  const bought = buy(first);
  await new Promise(setImmediate);
  const second = reseller([], [], browser);
  const resumed = second.calls.resume('u');
  first.calls.subscribe(second.calls.reload);
  return { first, second, bought, resumed, response };
}

test('a second tab learns that the response was lost which the first tab waits for, and then that nothing happened', async () => {
  const settled = deferred();
  const { second, bought, resumed, response } = await secondTab({ error: new Lost() }, [
    { answer: settled.promise.then(() => ({ outcome: 'closed', ...nothing })) },
  ]);
  expect(second.calls.current()).toMatchObject([{ key: 'key-1', state: 'sent' }]);
  response.resolve();
  await new Promise(setImmediate);
  expect(second.calls.current()).toMatchObject([{ key: 'key-1', state: 'lost' }]);
  settled.resolve();
  await expect(bought).rejects.toThrow(ClosedError);
  expect(await resumed[0]?.outcome).toBeUndefined();
  expect(second.calls.current()).toMatchObject([{ key: 'key-1', state: 'closed' }]);
  expect(second.settled).toEqual([]);
});

test('a second tab does not show the code that the first one has got and shows', async () => {
  const { first, second, bought, resumed, response } = await secondTab({ answer: codes }, []);
  response.resolve();
  expect(await bought).toEqual({ key: 'key-1', result: codes });
  expect(await resumed[0]?.outcome).toBeUndefined();
  expect(second.settled).toEqual([]);
  expect(second.calls.current()).toMatchObject([{ key: 'key-1', state: 'executed' }]);
  first.calls.forget('key-1');
  expect(second.calls.current()).toEqual([]);
});

test('a second tab asks for the outcome of a purchase whose first tab was closed before its response came', async () => {
  const browser = manyTabs();
  const first = deferred();
  void browser.withLock('key-1', () => first.promise);
  browser.stored.set('key-1', call('key-1', { state: 'sent' }));
  const second = reseller([], [outcome('executed', { purchase: codes })], browser);
  const [resumed] = second.calls.resume('u');
  first.resolve();
  expect(await resumed?.outcome).toEqual({ key: 'key-1', result: codes });
});

test('a second tab that was open before a purchase asks for its outcome once the first tab is closed, and for no code that is shown', async () => {
  const browser = manyTabs([call('shown', { state: 'executed' })]);
  const second = reseller([], [outcome('executed', { purchase: codes })], browser);
  const first = deferred();
  void browser.withLock('key-1', () => first.promise);
  browser.stored.set('key-1', call('key-1', { state: 'sent' }));
  second.calls.reload();
  const [resumed, ...others] = second.calls.resume('u', true);
  expect(others).toEqual([]);
  await new Promise(setImmediate);
  expect(second.settled).toEqual([]);
  // Hidden by now: the first tab may only be loaded again.
  second.clock.hidden = true;
  first.resolve();
  expect(await resumed?.outcome).toBeUndefined();
  expect(second.settled).toEqual([]);
  second.clock.hidden = false;
  expect(await second.calls.resume('u', true)[0]?.outcome).toEqual({ key: 'key-1', result: codes });
  expect(second.settled).toEqual(['key-1']);
});

test('a purchase is stored once its tab has the lock, so that no other tab gets the lock of a stored one before it', async () => {
  const lock = deferred();
  const browser: Browser = { ...oneTab(), withLock: (_key, work) => lock.promise.then(work) };
  const all = reseller([{ answer: codes }], [], browser);
  const done = buy(all);
  expect(all.stored.size).toBe(0);
  lock.resolve();
  await done;
  expect(all.stored.get('key-1')?.state).toBe('executed');
});

test('a purchase that was executed too long ago to ask for its code again is not said to be unverified, and holds no reload', async () => {
  const startedAt = 1_000_000 - settleableMilliseconds - 3_600_000;
  const all = reseller([], [], oneTab([call('shown', { state: 'executed', startedAt })]));
  expect(await Promise.all(all.calls.resume('u').map(({ outcome: learned }) => learned))).toEqual([]);
  expect(all.settled).toEqual([]);
  expect(all.calls.current()).toMatchObject([{ key: 'shown', state: 'executed' }]);
  expect(all.calls.openOf('u').length > 0).toBe(false);
});

test('a call whose outcome is unknown, and a purchase whose code can be asked for again, hold a reload for their own user', () => {
  for (const state of ['sent', 'lost', 'executed'] as const) {
    const all = reseller([], [], oneTab([call('open', { state })]));
    expect([
      all.calls.openOf('u').length > 0,
      all.calls.openOf('v').length > 0,
      all.calls.openOf(undefined).length > 0,
    ]).toEqual([true, false, false]);
  }
  const old = call('old', { startedAt: 1_000_000 - settleableMilliseconds - 1 });
  expect(reseller([], [], oneTab([old])).calls.openOf('u').length > 0).toBe(true);
});

test('a purchase whose codes are asked for until it is too old stays executed', async () => {
  const startedAt = 1_000_000 - settleableMilliseconds + 500;
  const all = reseller([], [{ error: new Lost() }], oneTab([call('k', { state: 'executed', startedAt })]));
  await expect(all.calls.resume('u')[0]?.outcome).rejects.toThrow(UnresolvedError);
  expect(all.calls.current()).toMatchObject([{ key: 'k', state: 'executed' }]);
});
