import type { Queryable } from './pool.ts';
import { statement } from './statement.ts';

/** Work that only one server of a database may do at a time, by the number of its advisory lock. */
export const locks = {
  migration: 4_110_201,
  codeKeys: 4_110_202,
  firstAdministrator: 4_110_203,
} as const;
export type Lock = keyof typeof locks;

const take = statement<[number]>('locks.take', 'SELECT pg_advisory_xact_lock($1)');

/** Waits for the lock and holds it until the transaction ends. */
export async function holdLock(tx: Queryable, lock: Lock): Promise<void> {
  await take.run(tx, locks[lock]);
}
