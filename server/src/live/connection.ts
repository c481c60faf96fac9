import pg from 'pg';
import type { Database } from '../database/pool.ts';

/**
 * A connection outside the pool. A lost event is harmless, so nothing here waits for the disk or for a standby:
 * notifying takes a lock that all notifying commits share, and it should be short.
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

/** All servers of one database meet here. */
export const channel = 'almas_live';
