import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAfterSignOut, withoutContacts } from '../../web/build/pwa.ts';
import { deleteLastKnown } from '../../web/src/lib/last-known.ts';
import { lastKnownCache } from '../../web/src/lib/last-known-names.ts';

const kept = async (body: unknown, status = 200) =>
  await (await withoutContacts.cacheWillUpdate({ response: Response.json(body, { status }) }))?.json();

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
});
