import { isDatabaseAway } from '../database/failures.ts';
import { tryLock } from '../database/locks.ts';
import type { Queryable } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import { forgetExpiredKeys } from '../idempotency/forget-expired-keys.ts';
import { forgetEndedWindows } from '../limits/forget-ended-windows.ts';
import { forgetExpiredSessions } from '../modules/accounts/sessions.ts';
import { releaseBatch } from '../modules/codes/release-reservations.ts';
import type { Services } from '../services.ts';

/** Work that comes back every minute, a batch at a time. Answers how many rows it has written. */
interface Chore {
  readonly name: string;
  batch(db: Queryable, limit: number): Promise<number>;
}

const chores: readonly Chore[] = [
  { name: 'release reservations', batch: releaseBatch },
  { name: 'forget sessions', batch: forgetExpiredSessions },
  { name: 'forget rate limits', batch: forgetEndedWindows },
  { name: 'forget keys', batch: forgetExpiredKeys },
];
const everyMilliseconds = 60_000;
/** Short transactions: nobody waits long for a row, and a stopping server is not held up. */
const batchSize = 1_000;

/**
 * Does every chore once, to its end. With several servers one of them does it: the others find the lock taken and
 * leave it to that one. `stopped` is asked between two batches.
 */
export async function runChores({ db, log }: Services, stopped = () => false): Promise<void> {
  for (const chore of chores) {
    try {
      while (!stopped() && (await oneBatch(db, chore)) === batchSize);
    } catch (error) {
      if (isDatabaseAway(error)) return;
      log.error({ err: error, chore: chore.name }, 'a chore failed');
    }
  }
}

const oneBatch = (db: Services['db'], chore: Chore): Promise<number> =>
  transaction(db, async (tx) => ((await tryLock(tx, 'schedules')) ? chore.batch(tx, batchSize) : 0));

/** Runs the chores now and every minute. @returns a function that stops them, once the batch under way is done. */
export function startSchedules(services: Services): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runChores(services, () => stopped).finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, everyMilliseconds);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
