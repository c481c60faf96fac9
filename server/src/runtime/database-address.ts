import { serverTexts } from '@almas/locale/runtime';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import {
  type ArchivesAs,
  type EmbeddedDatabase,
  openDataFolder,
  startEmbedded,
} from '../database/embedded/index.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { lockFolder } from '../folder-lock.ts';
import { StartupError } from '../startup-error.ts';
import { addressWithoutPassword, checkDatabase } from './external-database.ts';
import { report } from './say.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Locks DATA_DIR for a server with the embedded database. With DATABASE_URL several servers may share the folder (they need the same
 * key file).
 */
export async function lockDataFolder(config: Config, shutdown: Shutdown): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  openDataFolder(config.dataDir);
  shutdown.add(await lockFolder(config.dataDir));
}

const defaultConnections = 100;
/** Of one process beside its pool (live events, archive), and of commands that run at the same time. */
const furtherConnections = 50;

/** Where the database is, as the server's role and, when it is known, as the owner of the tables. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  /** The PostgreSQL of the product, when this process has started it. */
  readonly embedded?: EmbeddedDatabase;
}

/** DATABASE_URL and DATABASE_OWNER_URL, or the PostgreSQL of the product, which this starts. */
export async function databaseAddress(
  config: Config,
  shutdown: Shutdown,
  log: Logger,
  info: (line: string) => void = report,
  archivesAs: ArchivesAs = 'owner',
): Promise<DatabaseAddresses> {
  if (config.databaseUrl !== undefined) {
    const serving = await checkDatabase(config.databaseUrl);
    // Refused, because otherwise a database other than the servers' would be migrated or restored into.
    if (
      config.databaseOwnerUrl !== undefined &&
      (await checkDatabase(config.databaseOwnerUrl, 'DATABASE_OWNER_URL')) !== serving
    )
      throw new StartupError(
        serverTexts.twoDatabases(
          addressWithoutPassword(config.databaseUrl),
          addressWithoutPassword(config.databaseOwnerUrl),
        ),
      );
    return { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl };
  }
  const database = await startEmbedded({
    dataDir: config.dataDir,
    durable: true,
    archive: config.archive,
    archivesAs,
    settings: {
      max_connections: String(Math.max(defaultConnections, config.databasePool + furtherConnections)),
    },
    log: { info, warn: (message) => log.warn(message) },
  });
  shutdown.add(() => database.stop());
  return { url: database.url('almas'), ownerUrl: database.ownerUrl('almas'), embedded: database };
}

/** Migrates as the owner, who then grants the serving role its rights. */
export async function migrateAsOwner(
  db: Database,
  { ownerUrl }: DatabaseAddresses,
  only?: ReadonlySet<string>,
): Promise<void> {
  if (ownerUrl === undefined) {
    await migrate(db, undefined, only);
    return;
  }
  const owner = openDatabase(ownerUrl, { max: 1 });
  try {
    const roleOf = async (on: Database) =>
      (await on.query<{ role: string }>({ text: 'SELECT current_user AS role' })).rows[0]?.role;
    const [own, serving] = [await roleOf(owner), await roleOf(db)];
    // The privileges name the tables of the newest schema.
    await migrate(owner, only || own === serving ? undefined : serving, only);
  } finally {
    await owner.end();
  }
}
