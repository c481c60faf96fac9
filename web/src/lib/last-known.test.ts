import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteResponse, onServerBack, whenSilent } from './last-known.ts';
import { lastKnownCache, lastKnownHeader } from './last-known-names.ts';

const hour = 3_600_000;
const kept = new Map<string, Response>();
const keep = (address: string, body: unknown, age: number) => {
  const date = new Date(Date.now() - age).toUTCString();
  kept.set(address, new Response(JSON.stringify(body), { headers: { date, [lastKnownHeader]: date } }));
};
const fresh = () => noteResponse(new Response());
const settle = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('caches', {
    has: async (name: string) => name === lastKnownCache && kept.size > 0,
    match: async (address: string) => kept.get(address)?.clone(),
  });
});
afterEach(() => {
  fresh();
  kept.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the last known response is shown after 1.5 s without a response, and immediately for the next read of the same screen', async () => {
  keep('/api/session', { user: null }, hour);
  keep('/api/products', { items: [] }, hour);
  const shown: unknown[] = [];
  whenSilent('/api/session', (response) => shown.push(response));
  await settle(1_499);
  expect(shown).toEqual([]);
  await settle(1);
  expect(shown).toEqual([{ user: null }]);
  whenSilent('/api/products', (response) => shown.push(response));
  await settle(0);
  expect(shown).toEqual([{ user: null }, { items: [] }]);
});

test('no last known response is shown when the server responds in time, or when no recent one is cached', async () => {
  keep('/api/session', { user: null }, hour);
  keep('/api/products', { items: [] }, 8 * 24 * hour);
  const show = vi.fn();
  const end = whenSilent('/api/session', show);
  await settle(1_000);
  end();
  whenSilent('/api/products', show);
  whenSilent('/api/operations', show);
  await settle(5_000);
  expect(show).not.toHaveBeenCalled();
});

test('the first fresh response after last known ones reports once that the server is back', async () => {
  const back = vi.fn();
  onServerBack(back);
  fresh();
  expect(back).not.toHaveBeenCalled();
  noteResponse(new Response('', { headers: { [lastKnownHeader]: new Date().toUTCString() } }));
  fresh();
  fresh();
  expect(back).toHaveBeenCalledTimes(1);
});
