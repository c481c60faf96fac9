import { limits } from '@almas/contract/limits';
import { refuse } from '../refusal.ts';
import { isConflict } from './failures.ts';
import type { Database, Queryable } from './pool.ts';

export interface Transaction extends Queryable {
  /** Runs once the work is committed, never before; what it does cannot undo the work. */
  afterCommit(action: () => void): void;
}

/**
 * Runs `work` in one transaction. A conflict with another transaction is tried again, at most five times in all
 * (AMB-84). @throws Refusal CONFLICT after the fifth, and whatever `work` throws, with nothing written.
 */
export async function transaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= limits.transactionAttempts) throw refuse('CONFLICT');
    }
  }
}

async function runOnce<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await db.pool.connect();
  const committed: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({
      query: (config) => client.query(config),
      afterCommit: (action) => committed.push(action),
    });
    await client.query('COMMIT');
    for (const action of committed) action();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs a part whose failure must not undo the rest: its own writes are taken back, the transaction goes on.
 * @returns whether the part succeeded; `onFailure` gets the error.
 */
export async function inSavepoint(
  tx: Transaction,
  part: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  await tx.query({ text: 'SAVEPOINT part' });
  try {
    await part();
    await tx.query({ text: 'RELEASE SAVEPOINT part' });
    return true;
  } catch (error) {
    await tx.query({ text: 'ROLLBACK TO SAVEPOINT part' });
    onFailure(error);
    return false;
  }
}
