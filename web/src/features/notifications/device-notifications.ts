import { readJson, writeJson } from '../../lib/storage.ts';
import { api } from '../../platform/network/index.ts';

/** `denied`: the user has blocked them for this site, which can be changed only in the browser's settings. */
export type DeviceState = 'unsupported' | 'denied' | 'off' | 'on';

const hour = 3_600_000;
/** The interval at which a subscription is sent again, so that the server knows that the device is in use. */
const renewedEvery = 12 * hour;

/** When this account last subscribed on this device, in milliseconds since 1970; absent: notifications are off. */
const storageKey = (userId: string) => `almas.push.${userId}`;

/** The service worker's push manager; undefined where the browser has none. */
async function pushManager(): Promise<PushManager | undefined> {
  if (!('PushManager' in window && 'Notification' in window)) return undefined;
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}

const isKnown = async ({ endpoint }: PushSubscription): Promise<boolean> =>
  (await api.push.check({ body: { endpoint } })).known;

/** A subscription with the server's current key. */
async function subscription(manager: PushManager): Promise<PushSubscription> {
  const { publicKey } = await api.push.key();
  const applicationServerKey = Uint8Array.from(
    atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.charCodeAt(0),
  );
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription with another key has to be removed first.
    const other = await manager.getSubscription();
    if (!other) throw error;
    await other.unsubscribe();
    return manager.subscribe(options);
  }
}

async function subscribe(manager: PushManager, userId: string): Promise<void> {
  const { endpoint = '', keys = {} } = (await subscription(manager)).toJSON();
  const { p256dh = '', auth = '' } = keys;
  await api.push.subscribe({ body: { endpoint, keys: { p256dh, auth } } });
  writeJson(storageKey(userId), Date.now());
}

/** The state of notifications on this device for the signed-in account. */
export async function readDevice(): Promise<DeviceState> {
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const current = await manager.getSubscription();
  return current && Notification.permission === 'granted' && (await isKnown(current)) ? 'on' : 'off';
}

/** Asks for the permission, only after a tap, and subscribes. */
export async function turnDeviceOn(userId: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const manager = await pushManager();
  if (!manager) return 'unsupported';
  await subscribe(manager, userId);
  return 'on';
}

export async function turnDeviceOff(userId: string): Promise<DeviceState> {
  // One under way has read that notifications are wanted, and would subscribe after this.
  await renewal;
  writeJson(storageKey(userId), null);
  const current = await (await pushManager())?.getSubscription();
  if (current) {
    await api.push.unsubscribe({ body: { endpoint: current.endpoint } });
    await current.unsubscribe();
  }
  return 'off';
}

let renewal: Promise<void> | undefined;

/**
 * When a screen starts: subscribes the device of an account with notifications on again, after a sign-in or when the
 * browser has replaced the subscription; removes one of another account. It fails silently and is tried again at the next start.
 */
export function renewDevice(userId: string): Promise<void> {
  renewal = Promise.all([renewal, renew(userId)]).then(() => undefined);
  return renewal;
}

async function renew(userId: string): Promise<void> {
  const manager = await pushManager().catch(() => undefined);
  if (!manager || Notification.permission !== 'granted') return;
  try {
    const wantedSince = readJson<number>(storageKey(userId));
    const current = await manager.getSubscription();
    const known = current !== null && (await isKnown(current));
    if (wantedSince === null) {
      if (current && !known) await current.unsubscribe();
    } else if (!known || Date.now() - wantedSince > renewedEvery) await subscribe(manager, userId);
  } catch {
    // Without a network, or without a push service.
  }
}
