import type pg from 'pg';
import type { Database, Queryable } from './pool.ts';
import { runQuery } from './run-query.ts';

const everyMilliseconds = 1_000;
const statementMilliseconds = 600_000;

/** First statement of a transaction with long statements: raises their time limit. */
export const allowLongStatements = `SET LOCAL statement_timeout = ${statementMilliseconds}`;

/**
 * Lets a statement take up to ten minutes as long as the database is reachable. While the statement runs, another
 * connection checks the database every second; when that fails, the statement's connection is closed, which ends it
 * with an error.
 */
export function queryWatchdog(db: Database, client: pg.PoolClient): Queryable['query'] {
  return async (config) => {
    let ended = false;
    const timer = setInterval(async () => {
      if (!(await db.isWritable()) && !ended) cutConnection(client);
    }, everyMilliseconds);
    try {
      return await runQuery(client, { ...config, query_timeout: statementMilliseconds });
    } finally {
      ended = true;
      clearInterval(timer);
    }
  };
}

/** Ends the running statement with an error. pg has no public way to close a connection without a message to a server that may not respond. */
function cutConnection(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
