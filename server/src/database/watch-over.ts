import type pg from 'pg';
import type { Database } from './pool.ts';

const everyMilliseconds = 1_000;
const statementMilliseconds = 600_000;

/** What a transaction with long statements does about a database that falls silent. */
export interface Watch {
  /** First statement of the transaction: the database lets its statements take their time. */
  readonly setup: string;
  /** The same for the client's side of a query. */
  patiently(config: pg.QueryConfig): pg.QueryConfig;
  end(): void;
}

/**
 * Waits long for a statement of a living database and not for a dead one: the database is asked every second on
 * another connection, and when it does not answer the connection is cut, which ends the statement with an error.
 */
export function watchOver(db: Database, client: pg.PoolClient): Watch {
  const timer = setInterval(async () => {
    if (!(await db.isWritable())) cut(client);
  }, everyMilliseconds);
  return {
    setup: `SET LOCAL statement_timeout = ${statementMilliseconds}`,
    patiently: (config) => ({ ...config, query_timeout: statementMilliseconds }) as pg.QueryConfig,
    end: () => clearInterval(timer),
  };
}

/** pg has no public way to end a connection without a word to a server that may never answer. */
function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
