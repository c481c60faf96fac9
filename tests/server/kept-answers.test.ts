import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAfterSignOut, withoutContacts } from '../../web/build/pwa.ts';
import { deleteLastKnown, respondedAt } from '../../web/src/lib/last-known.ts';
import { lastKnownCache } from '../../web/src/lib/last-known-names.ts';

const keep = (body: unknown, init: ResponseInit = {}) =>
  withoutContacts.cacheWillUpdate({ response: Response.json(body, init) });
const kept = async (body: unknown, status = 200) => await (await keep(body, { status }))?.json();

describe('what the worker keeps of an answer', () => {
  test('the service worker stores an account’s answer without its email address and its phone number', async () => {
    const user = {
      id: 'u1',
      firstName: 'Amine',
      company: 'Oran Jeux',
      balance: 1_500,
      email: 'a@exemple.dz',
      phone: '0555',
    };
    expect(await kept({ user })).toEqual({ user: { ...user, email: '', phone: '' } });
  });

  // Turned red by: an answer kept because its status is 200. It came after the screens had emptied the cache.
  test('the service worker stores neither the answer of an ended session nor a refused answer', async () => {
    expect(await kept({ user: null })).toBeUndefined();
    expect(await kept({ error: { code: 'UNAUTHENTICATED' } }, 401)).toBeUndefined();
  });
});

describe('on a device whose clock is wrong', () => {
  const day = 86_400_000;
  const now = '2026-11-26T09:00:00.000Z';
  beforeEach(() => void vi.useFakeTimers({ now: new Date(now) }));
  afterEach(() => void vi.useRealTimers());

  // Turned red by: an age by the server's clock. A device a month ahead then had nothing to show without a network.
  test.each([-30, 0, 30])(
    'the service worker keeps an answer for seven days when the server’s clock is %i days ahead',
    async (days) => {
      const given = new Date(Date.parse(now) + days * day);
      const answer = await keep({ items: [] }, { headers: { date: given.toUTCString() } });
      expect(Date.parse(answer?.headers.get('date') ?? '')).toBe(Date.parse(now));
      expect(respondedAt(answer ?? undefined)).toBe(given.toISOString());
      vi.advanceTimersByTime(7 * day - 1_000);
      expect(respondedAt(answer ?? undefined)).toBe(given.toISOString());
      vi.advanceTimersByTime(2_000);
      expect(respondedAt(answer ?? undefined)).toBeNull();
      // The clock is set back: the age is unknown.
      vi.setSystemTime(Date.parse(now) - 30 * day);
      expect(respondedAt(answer ?? undefined)).toBeNull();
    },
  );
});

describe('an answer that is written down after its account was forgotten', () => {
  /** The caches of a browser, in memory. */
  const stores = new Map<string, Map<string, Response>>();
  const addressOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (request: Request | string, answer: Response) => void store.set(addressOf(request), answer),
      delete: async (request: Request | string) => store.delete(addressOf(request)),
    };
  };
  const request = new Request('https://almas.test/api/products');
  const holds = () => stores.get(lastKnownCache)?.has(request.url) ?? false;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('caches', {
      open,
      delete: async (name: string) => stores.delete(name),
      match: async (address: string, { cacheName }: { cacheName: string }) =>
        stores.get(cacheName)?.get(address)?.clone(),
    });
  });
  afterEach(() => {
    stores.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** As Workbox does: the read, a moment later the answer, written down. */
  const read = async (meanwhile: () => Promise<void>) => {
    const state = {};
    await deleteAfterSignOut.requestWillFetch({ request, state });
    vi.advanceTimersByTime(20);
    await meanwhile();
    await (await open(lastKnownCache)).put(request, Response.json({ items: [] }));
    await deleteAfterSignOut.cacheDidUpdate({ request, cacheName: lastKnownCache, state });
  };

  test('the service worker takes an answer back that it has written down after the account was forgotten', async () => {
    await read(deleteLastKnown);
    expect(holds()).toBe(false);
  });

  test('the service worker keeps what the next account reads', async () => {
    await deleteLastKnown();
    vi.advanceTimersByTime(1);
    await read(async () => undefined);
    expect(holds()).toBe(true);
  });

  // Turned red by: a moment in the future that counts, for as long as the clock was ahead.
  test('the service worker keeps what is read after a clock that was a month ahead has been set', async () => {
    await deleteLastKnown();
    vi.setSystemTime(Date.now() - 30 * 86_400_000);
    await read(async () => undefined);
    expect(holds()).toBe(true);
  });
});
