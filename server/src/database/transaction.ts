import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { fail } from '../app-error.ts';
import { isConflict, isDatabaseUnavailable } from './failures.ts';
import type { Database, Queryable } from './pool.ts';
import { allowLongStatements, queryWatchdog } from './query-watchdog.ts';
import { runQuery } from './run-query.ts';

/** Of a transaction that conflicts with another (AMB-84). */
export const transactionAttempts = 5;

/** A connection inside a transaction; locks are held until its end. */
export interface DbTransaction extends Queryable {
  readonly isTransaction: true;
}

/** The same for the function that opened the transaction. */
export interface OpenTransaction extends DbTransaction {
  /** Runs `action` after the commit, and never without one. An error of the action does not undo the work. */
  afterCommit(action: () => void): void;
}

/**
 * Runs `work` in one transaction. After a conflict with another transaction it is tried again, at most five tries in
 * all (AMB-84). When the connection is lost during the commit the outcome is unknown: the error is one for which
 * `isDatabaseUnavailable` is true, and repeating the call under the same idempotency key finds out.
 * @throws AppError CONFLICT after the fifth try, and whatever `work` throws, with nothing written.
 */
export const transaction = <Result>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<Result>,
): Promise<Result> => withRetries(() => runOnce(db, work));

/**
 * The same for statements that may take minutes (100,000 codes): cancelled when the database becomes unavailable, not after 3 s
 * (query-watchdog.ts).
 */
export const longTransaction = <Result>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<Result>,
): Promise<Result> => withRetries(() => runOnce(db, work, { long: true }));

/** A transaction that waited for the rows of this one wakes up and goes on meanwhile: a try that follows at once would take them again. */
const retryMilliseconds = 50;

async function withRetries<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= transactionAttempts) throw fail('CONFLICT');
      await pause(retryMilliseconds * attempt * (0.5 + Math.random()));
    }
  }
}

async function runOnce<Result>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<Result>,
  { long = false } = {},
): Promise<Result> {
  const client = await db.connect();
  const committed: (() => void)[] = [];
  let broken: Error | undefined;
  let result: Result;
  try {
    await client.query('BEGIN');
    if (long) await client.query(allowLongStatements);
    const query: Queryable['query'] = long ? queryWatchdog(db, client) : (config) => runQuery(client, config);
    result = await work({ query, isTransaction: true, afterCommit: (action) => committed.push(action) });
    const { command } = await client.query('COMMIT');
    // PostgreSQL responds to COMMIT with ROLLBACK, and without an error, when a statement of the transaction has failed.
    if (command !== 'COMMIT')
      throw new Error('a statement failed and its error was ignored: nothing is committed');
  } catch (error) {
    broken = await rollBack(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
  for (const action of committed) action();
  return result;
}

/**
 * Rolls back. An unavailable database gets no ROLLBACK: it rolls back by itself when the connection ends.
 * @returns the error that makes the connection unusable, if any
 */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (isDatabaseUnavailable(error)) return error as Error;
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/**
 * Runs a part whose failure must not undo the rest, in a savepoint that is rolled back on failure.
 * @returns whether the part succeeded; `onFailure` gets the error
 */
export async function inSavepoint(
  tx: DbTransaction,
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
