import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { runAlone } from '../../server/src/database/embedded/provision.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { copyDatabase, databaseUrl } from './cluster.ts';

export interface TestDatabase {
  db: Database;
  /** For a test that starts a server process, or looks at the database from outside. */
  url: string;
}

/**
 * A migrated database of the calling test file's own, dropped after its tests (about 50 ms). Call it at the top of
 * the file with `await`, outside every hook: `const { db } = await freshDatabase();`. Several may be asked for.
 */
export async function freshDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `almas_test_${randomBytes(8).toString('hex')}`;
  await copyDatabase(cluster, name);
  const url = databaseUrl(cluster, name);
  const db = openDatabase(url, { max: options.max ?? 10 });
  afterAll(async () => {
    await db.end();
    await runAlone(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { db, url };
}
