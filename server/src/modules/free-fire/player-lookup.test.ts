import { playerLookupLimits as bounds } from '@almas/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayerLookup } from '../../ports.ts';
import { boundedLookup } from './player-lookup.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T11:00:00Z') }));
afterEach(() => vi.useRealTimers());
const yes = async () => true;
const now = () => new Date();
const bounded = (find: PlayerLookup['find']) => {
  const spy = vi.fn(find);
  const look = boundedLookup({ find: spy }, now);
  return { spy, look: (playerId: string) => look(playerId, yes) };
};
const player = (n: number) => String(10_000_000 + n);
const unavailable = { result: 'unavailable', name: '' };

test('a found player name is cached for a day; one that was not found is looked up again [CNT-56]', async () => {
  const { spy, look } = bounded(async (id) => (id === player(1) ? 'Karim' : null));
  for (const id of [player(1), player(1), player(2), player(2)]) await look(id);
  expect(await look(player(1))).toEqual({ result: 'found', name: 'Karim' });
  expect(await look(player(2))).toEqual({ result: 'not-found', name: '' });
  expect(spy.mock.calls.map(([id]) => id)).toEqual([player(1), player(2), player(2), player(2)]);
  vi.setSystemTime(Date.now() + bounds.keptMilliseconds);
  await look(player(1));
  expect(spy).toHaveBeenCalledTimes(5);
});

test('a slow player lookup service is abandoned after two seconds, and its call is aborted [CNT-56]', async () => {
  let signal: AbortSignal | undefined;
  const { look } = bounded((_, given) => {
    signal = given;
    return new Promise(() => undefined);
  });
  const result = look(player(1));
  await vi.advanceTimersByTimeAsync(bounds.milliseconds - 1);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual(unavailable);
  expect(signal?.aborted).toBe(true);
});

test('after five failures in a row, the player lookup service is not called for a minute [CNT-56]', async () => {
  let fails = true;
  const { spy, look } = bounded(async () => {
    if (fails) throw new Error('down');
    return 'Karim';
  });
  for (let n = 0; n < bounds.failuresInRow; n += 1) expect(await look(player(n))).toEqual(unavailable);
  fails = false;
  expect(await look(player(50))).toEqual(unavailable);
  expect(spy).toHaveBeenCalledTimes(bounds.failuresInRow);
  vi.setSystemTime(Date.now() + bounds.pauseMilliseconds);
  expect(await look(player(50))).toEqual({ result: 'found', name: 'Karim' });
});

test('after the clock was set back a day, the player lookup service is called again, and a cached name is looked up again', async () => {
  let fails = false;
  const { spy, look } = bounded(async () => {
    if (fails) throw new Error('down');
    return 'Karim';
  });
  await look(player(1));
  fails = true;
  for (let n = 0; n < bounds.failuresInRow; n += 1) await look(player(10 + n));
  fails = false;
  vi.setSystemTime(Date.now() - 86_400_000);
  for (const id of [player(50), player(1)])
    expect(await look(id)).toEqual({ result: 'found', name: 'Karim' });
  expect(spy).toHaveBeenCalledTimes(1 + bounds.failuresInRow + 2);
});

test('concurrent lookups of one player make one call, and at most 20 players are looked up concurrently [CNT-56]', async () => {
  const responses: ((name: string) => void)[] = [];
  const { spy, look } = bounded(() => new Promise((resolve) => responses.push(resolve)));
  const lookups = Array.from({ length: bounds.underWay }, (_, n) => look(player(n)));
  const twice = look(player(0));
  expect(await look(player(99))).toEqual(unavailable);
  await vi.advanceTimersByTimeAsync(0);
  expect(spy).toHaveBeenCalledTimes(bounds.underWay);
  for (const respond of responses) respond('Karim');
  expect(new Set((await Promise.all([...lookups, twice])).map(({ name }) => name))).toEqual(
    new Set(['Karim']),
  );
});

test('an invalid player id is not looked up, and a name found is cut to one plain line [CNT-56]', async () => {
  const { spy, look } = bounded(async () => `\u202e Karim\n\u0007${'x'.repeat(100)}`);
  for (const id of ['', '123', 'abcdefgh', '1234567890123'])
    expect((await look(id)).result).toBe('not-found');
  expect(spy).not.toHaveBeenCalled();
  const { name } = await look(player(1));
  expect(name).toMatch(/^Karimx+$/);
  expect(name).toHaveLength(bounds.nameLength);
});

test('a limited number of player names is cached, and the oldest one is removed for the next [CNT-56]', async () => {
  const { spy, look } = bounded(async () => 'Karim');
  for (let n = 0; n < bounds.keptNames; n += 1) await look(player(n));
  await look(player(0));
  expect(spy).toHaveBeenCalledTimes(bounds.keptNames);
  await look(player(bounds.keptNames));
  await look(player(1));
  expect(spy).toHaveBeenCalledTimes(bounds.keptNames + 1);
  await look(player(0));
  expect(spy).toHaveBeenCalledTimes(bounds.keptNames + 2);
});
