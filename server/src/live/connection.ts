import pg from 'pg';
import type { Database } from '../database/pool.ts';

/**
 * A connection outside the pool, with asynchronous commits: a lost event is harmless, and NOTIFY holds a lock during the commit that
 * all notifying commits share.
 */
export const liveConnection = (db: Database): pg.Client =>
  new pg.Client({
    connectionString: db.pool.options.connectionString,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    keepAlive: true,
    application_name: 'almas live',
    options: '-c synchronous_commit=off',
  });

/** The LISTEN/NOTIFY channel of all servers of a database. */
export const channel = 'almas_live';
