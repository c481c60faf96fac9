import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { inject, onTestFinished } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { databaseUrl } from './cluster.ts';
import type { TestDatabase } from './database.ts';

/*
 * What version 1.1.0 wrote: the statements of its migrations; the database of its `npm run demo`, dumped by pg_dump --inserts of PostgreSQL
 * 15; the backup of that database. They contain the invented accounts of the demonstration and the key below, nothing else.
 */
const folder = fileURLToPath(new URL('../operations/databases', import.meta.url));

/** CODES_KEY of the demonstration of version 1.1.0. */
export const codesKeyOf11 = 'a key for tests, longer than 32 characters';

/** The backup of the demonstration, written by version 1.1.0. */
export const backupOf11 = `${folder}/1.1.0-demo.backup`;

/** The statements that create a database of version 1.1.0: a new one, or that of the demonstration. */
export const dumpOf11 = (content: 'empty' | 'demo'): string =>
  gunzipSync(readFileSync(`${folder}/1.1.0-${content}.sql.gz`)).toString('utf8');

/** Creates an empty database without any schema for the calling test. */
export async function bareDatabase(): Promise<Omit<TestDatabase, 'query'>> {
  const cluster = inject('cluster');
  const name = `almas_bare_${randomBytes(6).toString('hex')}`;
  await runStatements(cluster.adminUrl, `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`);
  const url = databaseUrl(cluster, name);
  const db = openDatabase(url, { max: 2 });
  onTestFinished(async () => {
    await db.end();
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { db, url };
}

/** Creates a database of version 1.1.0 for the calling test. */
export async function databaseOf11(content: 'empty' | 'demo'): Promise<Omit<TestDatabase, 'query'>> {
  const database = await bareDatabase();
  await runStatements(database.url, dumpOf11(content));
  return database;
}
