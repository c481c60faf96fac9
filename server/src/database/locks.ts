import type { Queryable } from './pool.ts';
import { statement } from './statement.ts';

/** Work that only one server of a database may do at a time, by the number of its advisory lock. */
export const locks = {
  migration: 4_110_201,
  codeKeys: 4_110_202,
  firstAdministrator: 4_110_203,
  schedules: 4_110_204,
  oldestSellable: 4_110_205,
  codeImports: 4_110_206,
  codeFingerprints: 4_110_207,
  transactionCounts: 4_110_208,
  auditTrailSeals: 4_110_209,
  accountStandings: 4_110_210,
  rechargeProofs: 4_110_211,
  rechargeApprovals: 4_110_213,
  receiptLines: 4_110_214,
  salesDays: 4_110_215,
  bankLines: 4_110_216,
  ledgerMonths: 4_110_217,
  ledgerDays: 4_110_218,
  accountFlags: 4_110_219,
  webhookEvents: 4_110_220,
  webhookOffers: 4_110_221,
  supplierSettlements: 4_110_222,
} as const;
export type Lock = keyof typeof locks;

const take = statement<[number]>('locks.take', 'SELECT pg_advisory_xact_lock($1)');
const tryTake = statement<[number], { taken: boolean }>(
  'locks.try',
  'SELECT pg_try_advisory_xact_lock($1) AS taken',
);

/** Waits for the lock and holds it until the transaction ends. */
export async function holdLock(tx: Queryable, lock: Lock): Promise<void> {
  await take.run(tx, locks[lock]);
}

const share = statement<[number]>('locks.share', 'SELECT pg_advisory_xact_lock_shared($1)');

/** Waits until no exclusive holder remains; others may share it. */
export async function shareLock(tx: Queryable, lock: Lock): Promise<void> {
  await share.run(tx, locks[lock]);
}

/** Holds the lock until the transaction ends, unless another transaction holds it. @returns whether it was free */
export const tryLock = async (tx: Queryable, lock: Lock): Promise<boolean> =>
  (await tryTake.one(tx, locks[lock])).taken;
