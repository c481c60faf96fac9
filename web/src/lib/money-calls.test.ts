import { expect, test } from 'vitest';
import {
  createMoneyCalls,
  type MoneyCall,
  pause,
  resolvableMilliseconds,
  UnresolvedError,
} from './money-calls.ts';

class Lost extends Error {}
class SignedOut extends Error {}
type Reply = { answer: unknown } | { error: Error };

/** A shop whose network gives `replies` one after the other. */
function shop(replies: Reply[], kept: MoneyCall[] = []) {
  const sent: MoneyCall[] = [];
  const saved: MoneyCall[][] = [];
  const clock = { now: 1_000 };
  let keys = 0;
  const calls = createMoneyCalls({
    send: async (call) => {
      sent.push(call);
      const reply = replies.shift();
      if (!reply) throw new Error('nothing more was expected');
      if ('error' in reply) throw reply.error;
      return reply.answer;
    },
    load: () => kept,
    save: (all) => saved.push([...all]),
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    isLost: (error) => error instanceof Lost,
    isPostponed: (error) => error instanceof SignedOut,
    wait: async (milliseconds) => {
      clock.now += milliseconds;
    },
    now: () => clock.now,
  });
  return { calls, sent, saved, clock };
}

const body = { productId: 'p', offerId: 'o', quantity: 1 };
const buy = ({ calls }: ReturnType<typeof shop>) => calls.start('purchases.create', 'u', body);

test('a tap is sent once with a key of its own and forgotten with its answer', async () => {
  const { calls, sent, saved, ...rest } = shop([{ answer: 'first' }, { answer: 'second' }]);
  const both = { calls, sent, saved, ...rest };
  expect(await buy(both)).toBe('first');
  expect(await buy(both)).toBe('second');
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect(calls.current()).toEqual([]);
  expect(saved[0]).toMatchObject([{ key: 'key-1', userId: 'u', body, lost: false }]);
});

test('a lost answer is asked for again with the same key until it comes', async () => {
  const all = shop([{ error: new Lost() }, { error: new Lost() }, { answer: 'codes' }]);
  const answer = buy(all);
  const seen: boolean[] = [];
  all.calls.subscribe(() => seen.push(all.calls.current()[0]?.lost ?? false));
  expect(await answer).toBe('codes');
  expect(new Set(all.sent.map(({ key }) => key))).toEqual(new Set(['key-1']));
  expect(all.sent).toHaveLength(3);
  expect(seen).toContain(true);
  expect(all.calls.current()).toEqual([]);
});

test('a refusal is final: nothing is sent again', async () => {
  const all = shop([{ error: new Error('Stock insuffisant') }]);
  await expect(buy(all)).rejects.toThrow('Stock insuffisant');
  expect(all.sent).toHaveLength(1);
  expect(all.calls.current()).toEqual([]);
});

test('what is kept never holds an answer, so no code stays in the browser', async () => {
  const all = shop([{ error: new Lost() }, { answer: { codes: [{ code: 'SECRET' }] } }]);
  await buy(all);
  expect(JSON.stringify(all.saved)).not.toContain('SECRET');
});

test('after a reload the calls of the same user are resolved, each once, those of another are left alone', async () => {
  const kept: MoneyCall[] = ['mine', 'theirs'].map((key) => ({
    key,
    name: 'purchases.create',
    userId: key === 'mine' ? 'u' : 'v',
    body,
    startedAt: 500,
    lost: false,
  }));
  const { calls, sent } = shop([{ answer: 'codes' }], kept);
  const resumed = calls.resume('u');
  expect(calls.resume('u')).toEqual([]);
  expect(resumed.map(({ call }) => call.key)).toEqual(['mine']);
  expect(await resumed[0]?.answer).toBe('codes');
  expect(sent.map(({ key }) => key)).toEqual(['mine']);
  expect(calls.current().map(({ key }) => key)).toEqual(['theirs']);
});

test('a session that ends meanwhile keeps the call for the next sign-in', async () => {
  const all = shop([{ error: new SignedOut() }, { answer: 'codes' }]);
  await expect(buy(all)).rejects.toThrow(SignedOut);
  expect(all.calls.current()).toMatchObject([{ key: 'key-1', lost: true }]);
  expect(await all.calls.resume('u')[0]?.answer).toBe('codes');
});

test('a key older than the server keeps it is never sent again: that could buy twice', async () => {
  const old: MoneyCall = {
    key: 'old',
    name: 'purchases.create',
    userId: 'u',
    body,
    startedAt: 1_000 - resolvableMilliseconds - 1,
    lost: true,
  };
  const { calls, sent } = shop([], [old]);
  await expect(calls.resume('u')[0]?.answer).rejects.toThrow(UnresolvedError);
  expect(sent).toEqual([]);
  expect(calls.current()).toEqual([]);
});

test('the pauses grow to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(pause)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
