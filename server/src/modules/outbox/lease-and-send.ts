import { isCancelled, isDatabaseUnavailable } from '../../database/failures.ts';
import { statement } from '../../database/statement.ts';
import type { Services } from '../../services.ts';

/** What one server sends at the same time, so that a slow receiver does not delay the others. */
const concurrent = 16;
const pollMilliseconds = 2_000;

export const waiting = 'done_at IS NULL AND dead_at IS NULL';

/** What became of an attempt. `attempt` identifies the lease: a server that was slower than its lease updates nothing. */
export const leased = {
  done: statement<[id: number, attempt: number]>(
    'outbox.done',
    `UPDATE outbox SET done_at = clock_timestamp(), lease_until = NULL, error = NULL
      WHERE id = $1 AND attempts = $2 AND ${waiting}`,
  ),
  retryLater: statement<{ id: number; attempt: number; seconds: number; error: string }>(
    'outbox.retry-later',
    `UPDATE outbox SET not_before = clock_timestamp() + make_interval(secs => :seconds::float8), lease_until = NULL, error = :error
      WHERE id = :id AND attempts = :attempt AND ${waiting}`,
  ),
  bury: statement<[id: number, attempt: number, error: string]>(
    'outbox.bury',
    `UPDATE outbox SET dead_at = clock_timestamp(), lease_until = NULL, error = $3
      WHERE id = $1 AND attempts = $2 AND ${waiting}`,
  ),
};

interface Sending<Message> {
  /** Leases what is due: at most `limit`, beside what the accounts have under way, one entry for each message. */
  lease(limit: number, underWay: readonly string[]): Promise<readonly Message[]>;
  send(message: Message): Promise<void>;
  /** Of the log, when a lease or a send fails for another reason than the database. */
  readonly failed: string;
}

/**
 * Leases and sends what is due, every two seconds and whenever this process has written a message. Any number of servers may run it: what a
 * killed one has leased is due again when its lease ends.
 * @returns a function that stops it and waits for what is being sent
 */
export function leaseAndSend<Message extends { readonly userId: string | null }>(
  services: Pick<Services, 'log' | 'outbox'>,
  { lease, send, failed }: Sending<Message>,
): () => Promise<void> {
  /** The account of each message that is being sent. */
  const underWay = new Map<Promise<void>, string | null>();
  let stopped = false;
  let leasing: Promise<void> | undefined;
  let again = false;

  const recordFailure = (error: unknown) => {
    // After a statement that took too long the database is still available.
    if (!isDatabaseUnavailable(error) || isCancelled(error)) services.log.error({ err: error }, failed);
  };
  const drain = async () => {
    while (!stopped && underWay.size < concurrent) {
      const accounts = [...underWay.values()].filter((id) => id !== null);
      const messages = await lease(concurrent - underWay.size, accounts);
      if (messages.length === 0) return;
      for (const message of messages) {
        const sent: Promise<void> = send(message)
          .catch(recordFailure)
          .finally(() => {
            underWay.delete(sent);
            pump();
          });
        underWay.set(sent, message.userId);
      }
    }
  };
  const pump = () => {
    again = leasing !== undefined;
    leasing ??= drain()
      .catch(recordFailure)
      .finally(() => {
        leasing = undefined;
        if (again && !stopped) pump();
      });
  };
  const timer = setInterval(pump, pollMilliseconds);
  const unsubscribe = services.outbox.onWake(pump);
  pump();
  return async () => {
    stopped = true;
    clearInterval(timer);
    unsubscribe();
    await leasing;
    await Promise.all(underWay.keys());
  };
}
