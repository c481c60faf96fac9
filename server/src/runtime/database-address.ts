import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openDataFolder, startEmbedded } from '../database/embedded/index.ts';
import { lockFolder } from '../folder-lock.ts';
import { checkDatabase } from './external-database.ts';
import { report } from './say.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Only a server with a PostgreSQL of its own owns its DATA_DIR: with DATABASE_URL several may share one (they
 * need the same key file).
 */
export async function ownDataFolder(config: Config, shutdown: Shutdown): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  openDataFolder(config.dataDir);
  shutdown.add(await lockFolder(config.dataDir));
}

/** Where the database is: DATABASE_URL, or the PostgreSQL of the product, which this starts. */
export async function databaseAddress(config: Config, shutdown: Shutdown, log: Logger): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await checkDatabase(config.databaseUrl);
    return config.databaseUrl;
  }
  const database = await startEmbedded({
    dataDir: config.dataDir,
    durable: true,
    log: { info: report, warn: (message) => log.warn(message) },
  });
  shutdown.add(() => database.stop());
  return database.url('almas');
}
