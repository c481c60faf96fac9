import { isCancelled, isDatabaseUnavailable } from '../database/failures.ts';
import { type Lock, tryLock } from '../database/locks.ts';
import { type OpenTransaction, transaction } from '../database/transaction.ts';
import { deleteExpiredKeys } from '../idempotency/idempotent.ts';
import { deleteEndedWindows } from '../limits/rate-limit.ts';
import { raiseFlags } from '../modules/account-flags/raise-flags.ts';
import { copyAccountSortKeys } from '../modules/accounts/copy-account-sort-keys.ts';
import { deleteExpiredPasswordResets } from '../modules/accounts/password-reset.ts';
import { deleteExpiredPendingSignIns } from '../modules/accounts/pending-sign-ins.ts';
import { deleteExpiredSessions } from '../modules/accounts/sessions.ts';
import { deleteUnusedNetworks } from '../modules/accounts/sign-in-networks.ts';
import { announceLowStock } from '../modules/alerts/announce-low-stock.ts';
import { auditTrailSealing } from '../modules/audit-trail/seal-actions.ts';
import { removeClaimPictures } from '../modules/claims/claim-pictures.ts';
import { advanceOldestSellable, advanceSeconds } from '../modules/codes/advance-oldest-sellable.ts';
import { codeChecks } from '../modules/codes/code-checks.ts';
import { codeFormChecks } from '../modules/codes/code-forms.ts';
import { closeBatches, expireBatches } from '../modules/codes/expire-batches.ts';
import { releaseBatch } from '../modules/codes/release-reservations.ts';
import { remindOfDebts } from '../modules/credit/remind-of-debts.ts';
import { announceFailures } from '../modules/operations/announce-failures.ts';
import { deleteOldMessages, makeMessagesDue } from '../modules/outbox/outbox-worker.ts';
import { removeUnusedPictures } from '../modules/pictures/used-pictures.ts';
import { readOlderLines } from '../modules/recharge-requests/read-older-lines.ts';
import { removeOldProofs } from '../modules/recharge-requests/read-proof.ts';
import { addUpLedger } from '../modules/reports/add-up-ledger.ts';
import { deleteTestOrders } from '../modules/reseller-api/sandbox.ts';
import { closeMonths } from '../modules/statements/close-months.ts';
import { countSales } from '../modules/stock/count-sales.ts';
import { countTransactions } from '../modules/wallet/count-transactions.ts';
import { deleteOldDeliveries } from '../modules/webhooks/change-webhooks.ts';
import { writeLedgerEvents, writeOfferEvents } from '../modules/webhooks/write-events.ts';
import type { Services } from '../services.ts';

/** Periodic work, one batch per transaction. A batch returns how many rows it wrote. */
interface Job {
  readonly name: string;
  batch(tx: OpenTransaction, limit: number): Promise<number>;
  /** After the last batch of a turn. */
  end?(): Promise<void>;
}

/** Jobs that run together. Each schedule has its own lock, so that schedules do not block each other. */
interface Schedule {
  readonly everyMilliseconds: number;
  readonly lock: Lock;
  readonly jobs: readonly Job[];
}

/** A schedule of one job. */
const alone = (seconds: number, lock: Lock, name: string, job: Omit<Job, 'name'>): Schedule => ({
  everyMilliseconds: seconds * 1_000,
  lock,
  jobs: [{ name, ...job }],
});

const schedulesOf = (services: Services): readonly Schedule[] => [
  {
    everyMilliseconds: 60_000,
    lock: 'schedules',
    jobs: [
      { name: 'release reservations', batch: releaseBatch },
      { name: 'withhold expired codes', batch: expireBatches(services) },
      { name: 'close sold-out batches', batch: closeBatches },
      { name: 'delete expired sessions', batch: deleteExpiredSessions },
      { name: 'delete expired sign-ins', batch: deleteExpiredPendingSignIns },
      { name: 'delete expired password resets', batch: deleteExpiredPasswordResets },
      { name: 'delete unused networks', batch: deleteUnusedNetworks },
      { name: 'delete ended rate limits', batch: deleteEndedWindows },
      { name: 'delete expired keys', batch: deleteExpiredKeys },
      { name: 'delete old messages', batch: deleteOldMessages },
      { name: 'make messages due', batch: makeMessagesDue },
      { name: 'announce low stock', batch: announceLowStock(services) },
      { name: 'remind of debts', batch: remindOfDebts(services) },
      { name: 'announce failures', batch: announceFailures(services) },
      { name: 'remove unused pictures', batch: removeUnusedPictures },
      { name: 'remove old photos of receipts', batch: removeOldProofs },
      { name: 'remove old photos of claims', batch: removeClaimPictures },
      { name: 'delete old test orders', batch: deleteTestOrders },
      { name: 'delete old deliveries', batch: deleteOldDeliveries },
    ],
  },
  alone(advanceSeconds, 'oldestSellable', 'advance oldest sellable', { batch: advanceOldestSellable }),
  {
    everyMilliseconds: 10_000,
    lock: 'codeFingerprints',
    jobs: [
      { name: 'compare codes by their form', ...codeFormChecks(services) },
      { name: 'check codes', ...codeChecks(services) },
    ],
  },
  alone(60, 'transactionCounts', 'count transactions', { batch: countTransactions }),
  alone(120, 'salesDays', 'count sales by day', { batch: countSales }),
  alone(60, 'ledgerMonths', 'close months', { batch: closeMonths }),
  alone(60, 'ledgerDays', 'add up the ledger by day', { batch: addUpLedger }),
  alone(60, 'receiptLines', 'read lines of older receipts', { batch: readOlderLines }),
  alone(1, 'auditTrailSeals', 'seal audit trail', auditTrailSealing(services)),
  alone(300, 'accountFlags', 'raise flags', { batch: raiseFlags(services) }),
  alone(60, 'accountStandings', 'copy balances for sorting', { batch: copyAccountSortKeys }),
  alone(2, 'webhookEvents', 'write events of orders', { batch: writeLedgerEvents(services) }),
  alone(60, 'webhookOffers', 'write events of offers', { batch: writeOfferEvents(services) }),
];
/** Transactions stay short: rows are locked briefly, and a server stops without delay. */
const batchSize = 1_000;
/**
 * The most batches of a job per second of its interval, on average: a job that reports a full batch each time, because of a defect or
 * of a row that it cannot finish, leaves the database and the other jobs of its schedule their time.
 */
const batchesPerSecond = 50;

/**
 * Runs every job once, until it has nothing left or its turn is over; it then continues at its next turn. Of several servers only the
 * one that holds the lock works; the others skip the run. Running a job twice is harmless. `stopped` is read between two batches.
 */
export async function runJobs(services: Services, stopped = () => false): Promise<void> {
  for (const schedule of schedulesOf(services)) await runSchedule(services, schedule, stopped);
}

async function runSchedule(
  { db, log, jobRuns }: Services,
  { everyMilliseconds, lock, jobs }: Schedule,
  stopped: () => boolean,
): Promise<void> {
  const batchesPerTurn = (everyMilliseconds / 1_000) * batchesPerSecond;
  const oneBatch = (job: Job) =>
    transaction(db, async (tx) => ((await tryLock(tx, lock)) ? job.batch(tx, batchSize) : 0));
  /** @returns false when the turn is over before the work */
  const takeTurn = async (job: Job): Promise<boolean> => {
    for (let batches = 0; batches < batchesPerTurn; batches += 1)
      if (stopped() || (await oneBatch(job)) !== batchSize) return true;
    return false;
  };
  for (const job of jobs) {
    try {
      // The last run of a job that never ends gets old in « État du système ».
      if (await takeTurn(job)) jobRuns.set(job.name, Date.now());
      else log.warn({ job: job.name }, 'a job continues at its next turn');
      await job.end?.();
    } catch (error) {
      // After a statement that took too long the database is still available to the other jobs.
      if (isDatabaseUnavailable(error) && !isCancelled(error)) return;
      log.error({ err: error, job: job.name }, 'a job failed');
    }
  }
}

/** Runs all jobs now and each schedule at its interval. @returns a function that stops them after the current batch. */
export function startSchedules(services: Services): () => Promise<void> {
  const schedules = schedulesOf(services);
  // From the start on, so that a job that never ends well gets old as well.
  for (const { name } of schedules.flatMap(({ jobs }) => jobs)) services.jobRuns.set(name, Date.now());
  const stops = schedules.map((schedule) => startSchedule(services, schedule));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSchedule(services: Services, schedule: Schedule): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runSchedule(services, schedule, () => stopped).finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, schedule.everyMilliseconds);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
