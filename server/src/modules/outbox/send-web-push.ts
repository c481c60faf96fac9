import type { News } from '@almas/locale/news';
import type { Services } from '../../services.ts';
import { encryptMessage } from './encrypt-message.ts';
import type { Delivery, LeasedMessage } from './outbox.store.ts';
import { subscriptionsStore } from './subscriptions.store.ts';
import { vapidKeys } from './vapid.ts';

/** The TTL in seconds; a device that is offline for longer has the notification in its list only. */
const keptSeconds = 86_400;

/** Sends a message to one device through its push service (RFC 8030). @throws OutboundError */
export async function sendWebPush(
  { db, config, vault, pushOutbound, now }: Services,
  { id, subscriptionId }: LeasedMessage,
  { title, text, path }: News,
): Promise<Delivery> {
  const receiver = subscriptionId && (await subscriptionsStore.receiver.first(db, subscriptionId));
  if (!receiver) return { status: 'done' };
  const subject = config.contactEmail ? `mailto:${config.contactEmail}` : config.publicUrl;
  const response = await pushOutbound.call({
    method: 'POST',
    url: receiver.endpoint,
    headers: {
      authorization: vapidKeys(vault).authorization(
        receiver.endpoint,
        subject ?? 'mailto:contact@almas.invalid',
        now(),
      ),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(keptSeconds),
      urgency: 'high',
      // A message that is sent again replaces the first one at the push service and on the screen (web/src/worker/receive-pushes.ts).
      topic: `almas-${id}`,
    },
    body: encryptMessage(receiver, Buffer.from(JSON.stringify({ id: String(id), title, text, path }))),
  });
  const { status } = response;
  const error = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { status: 'done' };
  if (status === 404 || status === 410) {
    await subscriptionsStore.remove.run(db, subscriptionId ?? '', receiver.endpoint);
    return { status: 'done' };
  }
  const retryAfter = Number(response.headers['retry-after']);
  if (status === 429 || status >= 500)
    return { status: 'retry', error, ...(Number.isFinite(retryAfter) && { afterSeconds: retryAfter }) };
  return { status: status === 408 ? 'retry' : 'dead', error };
}
