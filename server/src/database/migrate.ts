import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { isLockTimeout } from './failures.ts';
import { locks } from './locks.ts';
import type { Database } from './pool.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${folder}/${name}`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Brings the database to the newest schema, each numbered file in its own transaction.
 * Safe when several servers start together. @returns the names applied now.
 * @throws Error when an applied migration has been edited since.
 */
export async function migrate(db: Database): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query(patiently('SELECT pg_advisory_lock($1)', [locks.migration]));
    try {
      return await applyMissing(client);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [locks.migration]);
    }
  } finally {
    // The connection carries session settings of its own: the pool should not hand it out again.
    client.release(true);
  }
}

/** Another server's migration, or one over a big table, takes as long as it takes. */
const patiently = (text: string, values: unknown[] = []): pg.QueryConfig =>
  ({ text, ...(values.length > 0 && { values }), query_timeout: 86_400_000 }) as pg.QueryConfig;

async function applyMissing(client: pg.PoolClient): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const done: string[] = [];
  for (const migration of readMigrations()) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known) throw new Error(`migration ${migration.name} has been edited after it was applied`);
    while (!(await applyOne(client, migration))) await pause(inUsePauseMilliseconds);
    done.push(migration.name);
  }
  return done;
}

/**
 * What waits to change a table holds up every sale behind it: while a backup reads that table, say. So it lets them pass
 * after this long, and tries again.
 */
const lockPatience = '1s';
const inUsePauseMilliseconds = 2_000;

/** @returns false when a table was in use, and nothing was done */
async function applyOne(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${lockPatience}'`);
    await client.query(patiently(sql));
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
