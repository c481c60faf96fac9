import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { copyDatabase, databaseUrl, servingUrl } from './cluster.ts';

/** A statement as the owner, with the values of its parameters. @returns the rows */
export type Query = <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]) => Promise<Row[]>;

export const queryOn =
  (db: Database): Query =>
  async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    (await db.query<Row>({ text, values })).rows;

export interface TestDatabase {
  db: Database;
  query: Query;
  /** URL for a test that starts a server process or connects by itself. */
  url: string;
}

/** The connections of test servers, as the serving role; the tests themselves connect as the owner. */
const servingDatabases = new WeakMap<Database, Database>();

/** The database as a test server uses it: with the serving role, which cannot change the ledger. */
export const servingDatabase = (db: Database): Database => servingDatabases.get(db) ?? db;

/**
 * Creates a migrated database for the calling test file, dropped after its tests (about 50 ms). Call it at the top of the file with
 * `await`, outside every hook: `const { db } = await freshDatabase();`. It may be called several times.
 */
export async function freshDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `almas_test_${randomBytes(8).toString('hex')}`;
  await copyDatabase(cluster, name);
  const url = databaseUrl(cluster, name);
  const db = openDatabase(url, { max: options.max ?? 10 });
  // No time limit for open transactions: a test holds them until the statements that wait for it have started, however busy the
  // machine is.
  db.pool.options.idle_in_transaction_session_timeout = 600_000;
  const serving = openDatabase(servingUrl(cluster, name), { max: options.max ?? 10 });
  servingDatabases.set(db, serving);
  afterAll(async () => {
    await db.end();
    await serving.end();
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { db, query: queryOn(db), url };
}
