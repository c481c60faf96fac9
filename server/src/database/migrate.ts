import { setTimeout as pause } from 'node:timers/promises';
import { migrationTexts as texts } from '@almas/locale/runtime';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { version } from '../version.ts';
import { anyWithoutFingerprint, baseline, isOlderThanBaseline } from './baseline.ts';
import { isLockTimeout, isRefusedPrivilege } from './failures.ts';
import { locks } from './locks.ts';
import { type Migration, readMigrationFiles } from './migration-files.ts';
import type { Database } from './pool.ts';
import { grantPrivileges } from './privileges.ts';
import { runQuery } from './run-query.ts';

/**
 * Brings the database to the newest schema, each numbered file in its own transaction.
 * Safe when several servers start together. @returns the names applied now.
 * @param servingRole the server's role, when `db` is connected as the owner: it is given what it needs
 * @param only the names of the migrations to apply; the others are left for later
 * @throws StartupError when a newer version has migrated this database, when it is older than the baseline, or when an applied migration
 *   was another one.
 */
export async function migrate(
  db: Database,
  servingRole?: string,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(withDayTimeout('SELECT pg_advisory_lock($1)', [locks.migration]));
    try {
      const applied = await applyMissing(client, only);
      if (servingRole !== undefined) await grantPrivileges(client, servingRole);
      return applied;
    } catch (error) {
      throw isRefusedPrivilege(error) ? new StartupError(texts.needsOwner) : error;
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [locks.migration]);
    }
  } finally {
    // The connection has changed session settings: it is closed instead of returned to the pool.
    client.release(true);
  }
}

/**
 * A query without the usual client timeout: a migration of a large table, or the one of another server that holds the lock, may take
 * hours.
 */
const withDayTimeout = (text: string, values: unknown[] = []): pg.QueryConfig =>
  ({ text, ...(values.length > 0 && { values }), query_timeout: 86_400_000 }) as pg.QueryConfig;

async function applyMissing(client: pg.PoolClient, only?: ReadonlySet<string>): Promise<string[]> {
  const rows = await readApplied(client);
  if (only && (await beginsAnew(client, rows, only))) return applyMissing(client, only);
  const files = readMigrationFiles();
  refuseNewer(files, rows);
  await refuseOlder(client, rows);
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const migration of files) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known !== undefined) throw new StartupError(texts.otherMigration(migration.name, version));
    if (only && !only.has(migration.name)) continue;
    while (!(await applyOne(client, migration))) await pause(retryPauseMilliseconds);
    done.push(migration.name);
  }
  return done;
}

/**
 * A database that has later migrations than those of a restored file, but no accounts, as `almas roles` leaves it, begins anew: what
 * these migrations derive is derived from the rows.
 */
async function beginsAnew(
  client: pg.PoolClient,
  applied: readonly AppliedMigration[],
  only: ReadonlySet<string>,
): Promise<boolean> {
  const known = new Set(applied.map(({ name }) => name));
  if (!readMigrationFiles().some(({ name }) => known.has(name) && !only.has(name))) return false;
  const { rows } = await client.query('SELECT FROM users LIMIT 1');
  if (rows.length > 0) return false;
  // A new schema has not the right that PostgreSQL gives everybody on the first one.
  await client.query(
    'DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC',
  );
  return true;
}

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  /** The version that applied it; null before 1.1.0, whose table of migrations had no such column. */
  readonly version: string | null;
}

/** The migrations of a database; in an empty one their table is created, for which the serving role has no right. */
async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('public.migrations')`,
  );
  if (found.length === 0)
    await client.query(`CREATE TABLE migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp(), version text)`);
  const { rows } = await client.query<AppliedMigration>(
    `SELECT name, checksum, to_jsonb(migrations) ->> 'version' AS version FROM migrations ORDER BY name`,
  );
  return rows;
}

/**
 * Refuses a database that a newer version has migrated: this version would write rows that the newer schema does not expect. @throws
 * StartupError that names the version
 */
function refuseNewer(files: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const newest = applied.filter(({ name }) => name > (files.at(-1)?.name ?? '')).at(-1);
  if (newest)
    throw new StartupError(texts.newerDatabase(newest.version ?? newest.name, version, newest.name));
}

/**
 * Refuses a database of a version before the baseline, and one whose codes version 1.1.0 has not finished to compare. @throws
 * StartupError that names the version to start first
 */
async function refuseOlder(client: pg.PoolClient, applied: readonly AppliedMigration[]): Promise<void> {
  if (isOlderThanBaseline(applied)) throw new StartupError(texts.olderDatabase(baseline.version));
  if (applied.length === 0) return;
  const { any } = await anyWithoutFingerprint.one({ query: (config) => runQuery(client, config) });
  if (any) throw new StartupError(texts.uncheckedCodes(baseline.version));
}

/**
 * A migration that waits for a table lock blocks every sale behind it, for example while a backup reads the table. It gives up after
 * this time, lets them run, and is retried.
 */
const lockTimeout = '1s';
const retryPauseMilliseconds = 2_000;

/** @returns false when a table was in use and nothing was changed */
async function applyOne(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    await client.query(withDayTimeout(sql));
    const row = 'INSERT INTO migrations (name, checksum, version) VALUES ($1, $2, $3)';
    await client.query(row, [name, checksum, version]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
