import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { receivePushes } from './receive-pushes.ts';

/*
 * A browser that replaces the subscription of a device wakes the worker; no page is open.
 * Turned red by: no listener; a new subscription that is not sent; a key that is read only from the former subscription.
 */
const key = 'BServerKey';
const subscriptionAt = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: key },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
});
const former = subscriptionAt('https://push.example/former');
const next = subscriptionAt('https://push.example/next');

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
const subscribe = vi.fn();
const fetched = vi.fn<(path: string, init?: { body: string }) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('registration', { pushManager: { subscribe: subscribe.mockResolvedValue(next) } });
  fetched.mockImplementation(async (path) =>
    path === '/api/push/key' ? Response.json({ publicKey: key }) : new Response(null, { status: 204 }),
  );
  vi.stubGlobal('fetch', fetched);
  receivePushes();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

async function change(event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  listeners.get('pushsubscriptionchange')?.({ ...event, waitUntil });
  await work;
}
const sent = () =>
  fetched.mock.calls.flatMap(([path, init]) =>
    path === '/api/push/subscriptions' ? [JSON.parse(init?.body ?? 'null')] : [],
  );
const renewed = { endpoint: next.endpoint, keys: { p256dh: 'p', auth: 'a' } };

test('a push subscription that the browser has replaced is sent with the one that it replaces [DSK-63]', async () => {
  await change({ oldSubscription: former, newSubscription: next });
  expect(sent()).toEqual([{ ...renewed, replaces: former.endpoint }]);
  expect(subscribe).not.toHaveBeenCalled();
});

test.each([
  [
    'has ended without a new one is replaced by one with the same key',
    { oldSubscription: former, newSubscription: null },
  ],
  ['does not name is replaced by one with the key of the server', {}],
])('a push subscription that the browser %s [DSK-63]', async (_, event) => {
  await change(event);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  const replaces = 'oldSubscription' in event ? { replaces: former.endpoint } : {};
  expect(sent()).toEqual([{ ...renewed, ...replaces }]);
});

test('a device without a session is not subscribed to push notifications [DSK-63]', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 401 }));
  await change({});
  expect(subscribe).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});

// Turned red by: every message marked as French, which a screen reader then reads with French sounds.
test('a push message is marked with the language that it is written in [ARB-07]', async () => {
  const showNotification = vi.fn();
  vi.stubGlobal('registration', { showNotification });
  const languageOf = (title: string) => {
    const event = {
      data: { json: () => ({ id: '1', title, text: 'Cyber Oran' }) },
      waitUntil: () => undefined,
    };
    listeners.get('push')?.(event);
    return showNotification.mock.lastCall?.[1].lang;
  };
  expect(languageOf('Recharge approuvée')).toBe('fr');
  expect(languageOf('تمت الموافقة على الشحن')).toBe('ar');
});
