import { randomBytes, randomUUID } from 'node:crypto';
import { apiLimits } from '@almas/contract/limits';
import type { Output, Parsed } from '@almas/contract/route';
import { type Webhook, webhooks } from '@almas/contract/webhooks';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor, pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { command } from '../../pipeline/command.ts';
import { sealSecret } from '../../vault/account-secrets.ts';
import { lockUser } from '../accounts/find-user.ts';
import {
  type DeliveryRow,
  testType,
  type WebhookEvent,
  type WebhookRow,
  webhooksStore,
} from './webhooks.store.ts';
import { noteOffers } from './write-events.ts';

const present = ({ userId: _, offAt, id, ...row }: WebhookRow): Webhook => ({
  ...row,
  id: String(id),
  enabled: offAt === null,
  offAt,
});

/** Locks a webhook of the account. @throws AppError WEBHOOK_NOT_FOUND, also for another account's */
async function ownWebhook(tx: DbTransaction, userId: string, id: string) {
  const found = await webhooksStore.own.first(tx, userId, parseIdOrZero(id));
  if (!found) throw fail('WEBHOOK_NOT_FOUND');
  return found;
}

/** An address that may never be called is refused here; what its name resolves to is judged at each call. */
function checkUrl(client: OutboundClient, url: string): void {
  try {
    client.check(url);
  } catch {
    throw fail('WEBHOOK_URL_INVALID');
  }
}

/** The webhooks of an account, the newest first. */
export async function listWebhooks(
  db: Queryable,
  userId: string,
  query: Parsed<typeof webhooks.list>['query'],
): Promise<Output<typeof webhooks.list>> {
  return pageByNumber(query, (before, rows) => webhooksStore.page.all(db, userId, before, rows), present);
}

/** Makes a webhook, whose secret this answer alone shows. */
export const createWebhook = command(webhooks.create, {
  prepare: ({ services, body }) => checkUrl(services.webhookOutbound, body.url),
  run: async ({ services, tx, wallet, body: { url, events } }) => {
    await lockUser(tx, wallet.id);
    const { count } = await webhooksStore.countOfAccount.one(tx, wallet.id);
    if (count >= apiLimits.webhooksPerAccount) throw fail('TOO_MANY_WEBHOOKS');
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const { id } = await webhooksStore.insert.one(tx, {
      userId: wallet.id,
      url,
      events: [...new Set(events)],
      sealedSecret: sealSecret(services.vault, wallet.id, secret),
    });
    await noteOffers(tx, { webhookId: id, userId: wallet.id });
    return { response: { id: String(id), secret }, effects: {} };
  },
});

const watchesOffers = (events: readonly WebhookEvent[]): boolean =>
  events.includes('price.changed') || events.includes('stock.low');

/** Changes a webhook. Turned on again, it gets what was given up meanwhile, in its order. */
export const changeWebhook = command(webhooks.change, {
  long: true,
  prepare: ({ services, body: { url } }) => {
    if (url !== undefined) checkUrl(services.webhookOutbound, url);
  },
  // Turning one on sends everything that has not arrived; a call that repeats it for one that is on counts too.
  limit: {
    action: 'webhook_turn_on',
    exceeded: 'TOO_MANY_CALLS',
    rate: { attempts: apiLimits.webhookTurnOnsPerHour, windowSeconds: 3_600 },
    when: ({ body: { enabled } }) => enabled === true,
  },
  run: async ({ services, tx, wallet, params, body: { url, events, enabled } }) => {
    const { id, offAt, events: before } = await ownWebhook(tx, wallet.id, params.id);
    if (events && watchesOffers(events) && !watchesOffers(before))
      await noteOffers(tx, { webhookId: id, userId: wallet.id });
    await webhooksStore.change.run(tx, {
      id,
      url: url ?? null,
      events: events ? [...new Set(events)] : null,
    });
    if (enabled === false) await webhooksStore.turnOff.run(tx, id, 'owner');
    if (enabled === true && offAt !== null) {
      await webhooksStore.turnOn.run(tx, id);
      await webhooksStore.sendAgain.run(tx, id);
    }
    return {
      response: present(await webhooksStore.byId.one(tx, id)),
      effects: { afterCommit: () => services.outbox.wake() },
    };
  },
});

export const removeWebhook = command(webhooks.remove, {
  run: async ({ tx, wallet, params }) => {
    const { id } = await ownWebhook(tx, wallet.id, params.id);
    await webhooksStore.remove.run(tx, id);
    return { response: undefined, effects: {} };
  },
});

const statusOf = ({ deliveredAt, isDead }: DeliveryRow) =>
  deliveredAt !== null ? 'delivered' : isDead ? 'failed' : 'waiting';

/** What was sent to a webhook, the newest first. @throws AppError WEBHOOK_NOT_FOUND */
export async function listDeliveries(
  db: Queryable,
  userId: string,
  webhookId: string,
  { limit, cursor }: Parsed<typeof webhooks.deliveries>['query'],
): Promise<Output<typeof webhooks.deliveries>> {
  const webhook = await webhooksStore.byId.first(db, parseIdOrZero(webhookId));
  if (webhook?.userId !== userId) throw fail('WEBHOOK_NOT_FOUND');
  const rows = await webhooksStore.deliveries.all(db, webhook.id, decodeCursorNumber(cursor), limit + 1);
  return {
    items: rows.slice(0, limit).map((row) => {
      const { id, isDead: _, ...delivery } = row;
      return { ...delivery, id: String(id), status: statusOf(row) };
    }),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}

/** Sends an event again, whatever became of it. */
export const retryDelivery = command(webhooks.retry, {
  limit: {
    action: 'webhook_retry',
    exceeded: 'TOO_MANY_CALLS',
    rate: { attempts: apiLimits.webhookRetriesPerHour, windowSeconds: 3_600 },
  },
  run: async ({ services, tx, wallet, params }) => {
    const { id, offAt } = await ownWebhook(tx, wallet.id, params.id);
    if (offAt !== null) throw fail('WEBHOOK_OFF');
    if ((await webhooksStore.retry.run(tx, id, parseIdOrZero(params.deliveryId))) === 0)
      throw fail('DELIVERY_NOT_FOUND');
    return { response: undefined, effects: { afterCommit: () => services.outbox.wake() } };
  },
});

/** Sends an event that says nothing. */
export const testWebhook = command(webhooks.test, {
  limit: {
    action: 'webhook_test',
    exceeded: 'TOO_MANY_WEBHOOK_TESTS',
    rate: { attempts: apiLimits.webhookTestsPerHour, windowSeconds: 3_600 },
  },
  run: async ({ services, tx, wallet, params }) => {
    const { id, offAt } = await ownWebhook(tx, wallet.id, params.id);
    if (offAt !== null) throw fail('WEBHOOK_OFF');
    const written = await webhooksStore.write.one(tx, {
      webhookId: id,
      // Each is about something of its own: it waits for none before it.
      object: `test ${randomUUID()}`,
      type: testType,
      data: '{}',
    });
    return {
      response: { deliveryId: String(written.id) },
      effects: { afterCommit: () => services.outbox.wake() },
    };
  },
});

/** Deletes at most `limit` deliveries of a month ago. @returns how many */
export const deleteOldDeliveries = (db: Queryable, limit: number): Promise<number> =>
  webhooksStore.deleteOld.run(db, limit);
