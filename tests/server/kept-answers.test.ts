import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteLastKnown, respondedAt } from '../../web/src/platform/offline/last-known.ts';
import { lastKnownCache } from '../../web/src/platform/offline/last-known-names.ts';
import { deleteAfterSignOut, withoutContacts } from '../../web/src/worker/last-known-responses.ts';

const keep = (body: unknown, init: ResponseInit = {}) =>
  withoutContacts.cacheWillUpdate({ response: Response.json(body, init) });
const kept = async (body: unknown, status = 200) => await (await keep(body, { status }))?.json();

describe('what the worker caches of a response', () => {
  test('the service worker caches the response with an account without its email address and its phone number', async () => {
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

  test('the service worker caches neither the response of an ended session nor a refusal', async () => {
    expect(await kept({ user: null })).toBeUndefined();
    expect(await kept({ error: { code: 'UNAUTHENTICATED' } }, 401)).toBeUndefined();
  });
});

describe('on a device whose clock is wrong', () => {
  const day = 86_400_000;
  const now = '2026-11-26T09:00:00.000Z';
  beforeEach(() => void vi.useFakeTimers({ now: new Date(now) }));
  afterEach(() => void vi.useRealTimers());

  test.each([-30, 0, 30])(
    'the service worker caches a response for seven days when the server’s clock is %i days ahead',
    async (days) => {
      const given = new Date(Date.parse(now) + days * day);
      const response = await keep({ items: [] }, { headers: { date: given.toUTCString() } });
      expect(Date.parse(response?.headers.get('date') ?? '')).toBe(Date.parse(now));
      expect(respondedAt(response ?? undefined)).toBe(given.toISOString());
      vi.advanceTimersByTime(7 * day - 1_000);
      expect(respondedAt(response ?? undefined)).toBe(given.toISOString());
      vi.advanceTimersByTime(2_000);
      expect(respondedAt(response ?? undefined)).toBeNull();
      // The clock is set back: the age is unknown.
      vi.setSystemTime(Date.parse(now) - 30 * day);
      expect(respondedAt(response ?? undefined)).toBeNull();
    },
  );
});

describe('a response that is cached after its account was removed', () => {
  /** The caches of a browser, in memory. */
  const stores = new Map<string, Map<string, Response>>();
  const addressOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (request: Request | string, response: Response) =>
        void store.set(addressOf(request), response),
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

  /** Like Serwist: reads, and caches the response a moment later. */
  const read = async (meanwhile: () => Promise<void>) => {
    const state = {};
    await deleteAfterSignOut.requestWillFetch({ request, state });
    vi.advanceTimersByTime(20);
    await meanwhile();
    await (await open(lastKnownCache)).put(request, Response.json({ items: [] }));
    await deleteAfterSignOut.cacheDidUpdate({ request, cacheName: lastKnownCache, state });
  };

  test('the service worker deletes a response that it has cached after the account was removed', async () => {
    await read(deleteLastKnown);
    expect(holds()).toBe(false);
  });

  test('the service worker caches the responses of the next account', async () => {
    await deleteLastKnown();
    vi.advanceTimersByTime(1);
    await read(async () => undefined);
    expect(holds()).toBe(true);
  });

  test('the service worker caches responses after a clock that was a month ahead has been corrected', async () => {
    await deleteLastKnown();
    vi.setSystemTime(Date.now() - 30 * 86_400_000);
    await read(async () => undefined);
    expect(holds()).toBe(true);
  });
});
