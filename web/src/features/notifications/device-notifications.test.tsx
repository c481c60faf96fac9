import '../../../tests/page.ts';
import '../../platform/network/later-calls.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deferred } from '../../../../tests/support/deferred.ts';
import { fakeApi } from '../../../tests/api.ts';
import { readDevice, renewDevice, turnDeviceOff, turnDeviceOn } from './device-notifications.ts';

/** A browser that allows notifications, with its subscription. */
function browserWithPush() {
  let current: object | null = null;
  const subscription = {
    endpoint: 'https://push.exemple.dz/1',
    toJSON: () => ({ endpoint: 'https://push.exemple.dz/1', keys: { p256dh: 'a', auth: 'b' } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = subscription;
      return subscription;
    },
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  const registered = vi
    .spyOn(navigator.serviceWorker, 'getRegistration')
    .mockResolvedValue({ pushManager } as unknown as ServiceWorkerRegistration);
  onTestFinished(() => {
    registered.mockRestore();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
}

// Turned red by: a renewal that has read that notifications are wanted before they were turned off, and subscribes after it.
test('notifications that are turned off while the subscription is being renewed stay off', async () => {
  browserWithPush();
  const held = deferred();
  let known = false;
  const api = fakeApi({
    'push.key': { publicKey: 'AAAA' },
    'push.subscribe': () => {
      known = true;
      return null as never;
    },
    'push.unsubscribe': () => {
      known = false;
      return null as never;
    },
    'push.check': () => ({ known }),
  });
  expect(await turnDeviceOn('r1')).toBe('on');
  // The server has forgotten the device: it is subscribed again.
  known = false;
  api.answer({
    'push.check': async () => {
      await held.promise;
      return { known };
    },
  });
  const renewal = renewDevice('r1');
  await expect.poll(() => api.sent('push.check')).toHaveLength(1);
  const off = turnDeviceOff('r1');
  held.resolve();
  expect(await off).toBe('off');
  await renewal;
  expect(await readDevice()).toBe('off');
  await renewDevice('r1');
  expect(await readDevice()).toBe('off');
});
