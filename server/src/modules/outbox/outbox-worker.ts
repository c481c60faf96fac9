import * as arabic from '@almas/locale/ar/news';
import * as french from '@almas/locale/news';
import { isDatabaseUnavailable } from '../../database/failures.ts';
import type { Queryable } from '../../database/pool.ts';
import { isOn } from '../../feature-switches.ts';
import { errorWithoutMessage } from '../../log.ts';
import { OutboundError } from '../../outbound/outbound-client.ts';
import type { OutboxSends, OutboxSignal } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { leaseAndSend, leased } from './lease-and-send.ts';
import { attemptsMax, type Delivery, type LeasedMessage, longestWait, outboxStore } from './outbox.store.ts';
import { sendTelegram } from './send-telegram.ts';
import { sendWebPush } from './send-web-push.ts';

/**
 * An account has one message under way: its devices, of a push service that never answers for example, leave the other sends to others.
 */
const perAccount = 1;
/** Messages that are leased in one step. */
const perLease = 4;

/** Seconds before the next attempt: 5, 20, 80, … up to an hour, with a jitter of a fifth. */
const backoff = (attempts: number): number =>
  Math.min(longestWait, 5 * 4 ** (attempts - 1)) * (0.9 + Math.random() * 0.2);

/**
 * Devices whose push service could not be reached twice in a row, and until when no message is sent to them: a minute, then twice as long
 * after each further failure, up to an hour. In memory: each process finds out for itself.
 */
class RestingDevices {
  private readonly failures = new Map<string, { count: number; until: number }>();

  secondsLeft(device: string): number {
    return Math.max(0, (this.failures.get(device)?.until ?? 0) - performance.now()) / 1_000;
  }

  record(device: string, isReached: boolean): void {
    const count = (this.failures.get(device)?.count ?? 0) + 1;
    this.failures.delete(device);
    if (isReached) return;
    const seconds = count < 2 ? 0 : Math.min(longestWait, 60 * 2 ** (count - 2));
    this.failures.set(device, { count, until: performance.now() + seconds * 1_000 });
    // The one that failed longest ago.
    const [oldest] = this.failures.keys();
    if (this.failures.size > 10_000 && oldest !== undefined) this.failures.delete(oldest);
  }
}

const kinds = ['web_push', 'telegram'] as const;
const results = ['done', 'retry', 'dead'] as const;

export function outboxSignal(): OutboxSignal {
  const listeners = new Set<() => void>();
  const sends: readonly OutboxSends[] = kinds.flatMap((kind) =>
    results.map((result) => ({ kind, result, count: 0 })),
  );
  return {
    sends: () => sends,
    recordSend: (kind, result) => {
      const noted = sends.find((each) => each.kind === kind && each.result === result);
      if (noted) noted.count += 1;
    },
    wake: () => {
      for (const listener of listeners) listener();
    },
    onWake: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function settleMessage(
  { db, log, outbox }: Services,
  { id, kind, attempts, payload }: LeasedMessage,
  delivery: Delivery,
): Promise<void> {
  const isLast = delivery.status === 'retry' && attempts >= attemptsMax;
  outbox.recordSend(kind, isLast ? 'dead' : delivery.status);
  if (delivery.status === 'done') return void (await leased.done.run(db, id, attempts));
  const { error } = delivery;
  if (delivery.status === 'dead' || isLast) {
    log.error({ message: id, kind, type: payload.type, attempts, why: error }, 'a message was not delivered');
    return void (await leased.bury.run(db, id, attempts, error));
  }
  const seconds = Math.min(longestWait, Math.max(delivery.afterSeconds ?? 0, backoff(attempts)));
  await leased.retryLater.run(db, { id, attempt: attempts, seconds, error });
}

/** Raises an alert for an attempt that failed unexpectedly, not because of the receiver or the network. */
type RaiseMessageError = (
  log: Services['log'],
  data: Pick<LeasedMessage, 'kind' | 'attempts'> & { readonly message: number },
) => void;

/** A failed message about an alert raises no alert, whose message would fail as well. */
function reportUnexpected(
  { log }: Services,
  { id, kind, attempts, payload }: LeasedMessage,
  error: unknown,
  raise: RaiseMessageError,
): void {
  const fields = { message: id, kind, attempts };
  // Not as `err`: its serializer expects an Error.
  log.error({ ...fields, error: errorWithoutMessage(error) }, 'a message failed unexpectedly');
  if (payload.type !== 'alert') raise(log, fields);
}

/**
 * Leases and sends messages that are due, every two seconds and whenever this process has written one. Any number of servers may run
 * it. The messages of a server that was killed are due again when their lease ends: a message is sent at least once, always under the
 * same id. @param raise passed in because alerts import this module
 * @returns a function that stops the worker and waits for the messages being sent
 */
export function startOutbox(services: Services, raise: RaiseMessageError): () => Promise<void> {
  const resting = new RestingDevices();
  return leaseAndSend(services, {
    lease: (limit, accounts) =>
      outboxStore.lease.all(services.db, Math.min(limit, perLease), accounts, perAccount),
    send: async (message) => {
      const delivery = await deliverMessage(services, message, resting).catch((error: unknown): Delivery => {
        if (!isDatabaseUnavailable(error)) reportUnexpected(services, message, error, raise);
        return { status: 'retry', error: error instanceof Error ? error.name : 'failed' };
      });
      await settleMessage(services, message, delivery);
    },
    failed: 'the outbox failed',
  });
}

/** Makes messages due that were delayed while the clock was ahead, at most `limit`. @returns how many */
export async function makeMessagesDue(tx: Queryable, limit: number): Promise<number> {
  const due = await outboxStore.makeDue.run(tx, limit);
  return due + (await outboxStore.makeWebhooksDue.run(tx, limit - due));
}

/** Deletes messages that were sent a day ago and dead letters of a month ago, at most `limit`. @returns how many */
export async function deleteOldMessages(tx: Queryable, limit: number): Promise<number> {
  const done = await outboxStore.deleteSent.run(tx, limit);
  return done + (await outboxStore.deleteDeadLetters.run(tx, limit - done));
}

async function deliverMessage(
  services: Services,
  message: LeasedMessage,
  resting: RestingDevices,
): Promise<Delivery> {
  const { type, subject, lowStock } = message.payload;
  const chosen = message.kind === 'telegram' ? services.config.telegramLanguage : message.lang;
  const { news, chatMessage, lowStockOffers } =
    chosen === 'ar' && (await isOn(services, 'arabic')) ? arabic : french;
  const words = news(type, lowStock ? lowStockOffers(lowStock) : subject);
  if (!words) return { status: 'dead', error: 'unknown type' };
  const device = message.subscriptionId;
  const seconds = device === null ? 0 : resting.secondsLeft(device);
  if (seconds > 0) return { status: 'retry', error: 'not reached before', afterSeconds: seconds };
  try {
    const delivery =
      message.kind === 'telegram'
        ? await sendTelegram(services, chatMessage(words, message.id, services.config.publicUrl))
        : await sendWebPush(services, message, words);
    if (device !== null) resting.record(device, true);
    return delivery;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (device !== null) resting.record(device, error.refused);
    return { status: error.refused ? 'dead' : 'retry', error: error.message };
  }
}
