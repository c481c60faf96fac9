import { createHmac } from 'node:crypto';
import { stored } from '@almas/locale';
import { isDatabaseUnavailable } from '../../database/failures.ts';
import { transaction } from '../../database/transaction.ts';
import { isOn } from '../../feature-switches.ts';
import { errorWithoutMessage } from '../../log.ts';
import { OutboundError } from '../../outbound/outbound-client.ts';
import type { Services } from '../../services.ts';
import { openSecret } from '../../vault/account-secrets.ts';
import { leaseAndSend, leased } from '../outbox/lease-and-send.ts';
import { type LeasedEvent, retrySeconds, testType, webhooksStore } from './webhooks.store.ts';

/** The request of an event, signed as Standard Webhooks asks for (standardwebhooks.com). Never a code, an amount or a name. */
export function signedRequest(
  { id, payload, createdAt }: Pick<LeasedEvent, 'id' | 'payload' | 'createdAt'>,
  secret: string,
  seconds: number,
): { readonly headers: Record<string, string>; readonly body: string } {
  // The number alone is taken again after a restore, and a receiver drops an event whose id it has seen.
  const messageId = `msg_${id}_${Date.parse(createdAt)}`;
  const body = JSON.stringify({ type: payload.type, timestamp: createdAt, data: payload.data });
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Almas-Webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

/** The result of one attempt. `dead`: the receiver answers that there is none any more. */
type Delivery = { readonly status: 'done' } | { readonly status: 'retry' | 'dead'; readonly error: string };

/** Whether a name is unknown or one of this network is not shown: the owner of a webhook could search the network for names. */
const shownReason = ({ refused, message }: OutboundError): string =>
  refused || message === 'name not found' ? 'no public address' : message;

async function deliver(services: Services, event: LeasedEvent): Promise<Delivery> {
  try {
    const secret = openSecret(services.vault, event.userId, event.sealedSecret);
    const request = signedRequest(event, secret, Math.floor(services.now().getTime() / 1_000));
    const { status } = await services.webhookOutbound.call({ method: 'POST', url: event.url, ...request });
    if (status >= 200 && status < 300) return { status: 'done' };
    return { status: status === 410 ? 'dead' : 'retry', error: `HTTP ${status}` };
  } catch (error) {
    if (error instanceof OutboundError) return { status: 'retry', error: shownReason(error) };
    if (!isDatabaseUnavailable(error))
      services.log.error(
        { event: event.id, error: errorWithoutMessage(error) },
        'a webhook failed unexpectedly',
      );
    return { status: 'retry', error: 'failed' };
  }
}

/**
 * Turns a webhook off after the last attempt of an event, and notifies its owner. What waits stays, and is sent when it is turned on again. A
 * test that is not understood says nothing about the events.
 */
async function giveUp(
  services: Services,
  event: LeasedEvent,
  error: string,
  reason: 'failed' | 'gone',
): Promise<void> {
  const { id, attempts, webhookId, userId, url, payload } = event;
  await transaction(services.db, async (tx) => {
    // The webhook before its events, as by its owner who changes or removes it.
    await webhooksStore.lock.run(tx, webhookId);
    if ((await leased.bury.run(tx, id, attempts, error)) === 0) return;
    if (reason === 'failed' && payload.type === testType) return;
    if ((await webhooksStore.turnOff.run(tx, webhookId, reason)) === 0) return;
    const { host } = new URL(url);
    await services.effects.writeNotifications(services, tx, [
      {
        userId,
        type: 'webhook_off',
        ...stored.notifications.webhookOff(host),
        data: { webhookId: String(webhookId) },
      },
    ]);
  });
  services.live.publish({ user: userId }, { type: 'notification' });
  services.outbox.wake();
}

async function settle(services: Services, event: LeasedEvent, delivery: Delivery): Promise<void> {
  const { id, attempts } = event;
  if (delivery.status === 'done') return void (await leased.done.run(services.db, id, attempts));
  const seconds = retrySeconds[attempts - 1];
  if (delivery.status === 'dead' || seconds === undefined)
    return giveUp(services, event, delivery.error, delivery.status === 'dead' ? 'gone' : 'failed');
  await leased.retryLater.run(services.db, { id, attempt: attempts, seconds, error: delivery.error });
}

/**
 * Leases and sends events that are due, every two seconds and whenever this process has written one, while the switch is on. Any number of
 * servers may run it. An event is sent at least once, always under the same id, and after those about the same object.
 * @returns a function that stops the worker and waits for the events being sent
 */
export const startWebhooks = (services: Services): (() => Promise<void>) =>
  leaseAndSend(services, {
    lease: async (limit, accounts) =>
      (await isOn(services, 'reseller-api')) ? webhooksStore.lease.all(services.db, limit, accounts) : [],
    send: async (event) => settle(services, event, await deliver(services, event)),
    failed: 'the webhooks failed',
  });
