import { isDatabaseAway } from '../database/failures.ts';
import { type Lock, tryLock } from '../database/locks.ts';
import { type DbTransaction, transaction } from '../database/transaction.ts';
import { forgetExpiredKeys } from '../idempotency/forget-expired-keys.ts';
import { forgetEndedWindows } from '../limits/forget-ended-windows.ts';
import { forgetPasswordResets } from '../modules/accounts/password-reset.ts';
import { forgetPendingSignIns } from '../modules/accounts/pending-sign-ins.ts';
import { forgetExpiredSessions } from '../modules/accounts/sessions.ts';
import { forgetOldNetworks } from '../modules/accounts/sign-in-networks.ts';
import { advanceOldestSellable, advanceSeconds } from '../modules/codes/advance-oldest-sellable.ts';
import { codeFingerprinting } from '../modules/codes/fingerprint-codes.ts';
import { releaseBatch } from '../modules/codes/release-reservations.ts';
import type { Services } from '../services.ts';

/** Work that comes back, a batch at a time. Answers how many rows it has written. */
interface Job {
  readonly name: string;
  batch(tx: DbTransaction, limit: number): Promise<number>;
  /** After its last batch. */
  end?(): Promise<void>;
}

/** Chores that come back together. Each beat has its own lock: two that fall together do not keep each other out. */
interface Schedule {
  readonly everyMilliseconds: number;
  readonly lock: Lock;
  readonly chores: readonly Job[];
}

const schedulesOf = (services: Services): readonly Schedule[] => [
  {
    everyMilliseconds: 60_000,
    lock: 'schedules',
    chores: [
      { name: 'release reservations', batch: releaseBatch },
      { name: 'forget sessions', batch: forgetExpiredSessions },
      { name: 'forget pending sign-ins', batch: forgetPendingSignIns },
      { name: 'forget password resets', batch: forgetPasswordResets },
      { name: 'forget networks', batch: forgetOldNetworks },
      { name: 'forget rate limits', batch: forgetEndedWindows },
      { name: 'forget keys', batch: forgetExpiredKeys },
    ],
  },
  {
    everyMilliseconds: advanceSeconds * 1_000,
    lock: 'shelfFronts',
    chores: [{ name: 'move shelf fronts', batch: advanceOldestSellable }],
  },
  {
    everyMilliseconds: 10_000,
    lock: 'codeFingerprints',
    chores: [{ name: 'fingerprint codes', ...codeFingerprinting(services) }],
  },
];
/** Short transactions: nobody waits long for a row, and a stopping server is not held up. */
const batchSize = 1_000;

/**
 * Does every chore once, to its end. Of several servers that are at it together one does it: the others find the
 * lock taken and leave it to that one. Done twice, it does no harm. `stopped` is asked between two batches.
 */
export async function runJobs(services: Services, stopped = () => false): Promise<void> {
  for (const beat of schedulesOf(services)) await runSchedule(services, beat, stopped);
}

async function runSchedule(
  { db, log, jobRuns }: Services,
  { lock, chores }: Schedule,
  stopped: () => boolean,
): Promise<void> {
  const oneBatch = (chore: Job) =>
    transaction(db, async (tx) => ((await tryLock(tx, lock)) ? chore.batch(tx, batchSize) : 0));
  for (const chore of chores) {
    try {
      while (!stopped() && (await oneBatch(chore)) === batchSize);
      jobRuns.set(chore.name, Date.now());
      await chore.end?.();
    } catch (error) {
      if (isDatabaseAway(error)) return;
      log.error({ err: error, chore: chore.name }, 'a chore failed');
    }
  }
}

/** Runs all chores now, and each beat again in its time. @returns a function that stops them, once the batch under way is done. */
export function startSchedules(services: Services): () => Promise<void> {
  const stops = schedulesOf(services).map((beat) => startSchedule(services, beat));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSchedule(services: Services, beat: Schedule): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runSchedule(services, beat, () => stopped).finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, beat.everyMilliseconds);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
