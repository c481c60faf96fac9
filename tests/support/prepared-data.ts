import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startEmbedded } from '../../server/src/database/embedded/index.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { eventually } from './eventually.ts';

const quiet = { info: () => undefined, warn: () => undefined };

/**
 * Creates `dataDir` with an initialised PostgreSQL and a migrated, empty database. This takes a second of CPU time, so the first caller
 * of a run creates one and all callers copy it.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const folder = inject('preparedFolder');
  const ready = join(folder, 'ready');
  if (!existsSync(ready)) {
    if (claim(join(folder, 'claimed'))) await makeDataDir(join(folder, 'unfinished'), ready);
    else
      await eventually(() => existsSync(ready), {
        seconds: 120,
        what: 'another test file prepares the data',
      });
  }
  mkdirSync(dataDir, { mode: 0o711 });
  // Keeps owners and permissions: PostgreSQL runs as another account when the tests run as root.
  execFileSync('cp', ['-a', `${ready}/.`, dataDir]);
}

/** @returns whether this test file is the first caller */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function makeDataDir(dataDir: string, ready: string): Promise<void> {
  mkdirSync(dataDir, { mode: 0o711 });
  const database = await startEmbedded({ dataDir, durable: false, log: quiet });
  const db = openDatabase(database.ownerUrl('almas'), { max: 1 });
  await migrate(db, 'almas');
  await db.end();
  await database.stop();
  // Each copy gets a port of its own.
  for (const name of ['postgres.port', 'postgres.log']) rmSync(join(dataDir, name));
  renameSync(dataDir, ready);
}
