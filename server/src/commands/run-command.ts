import { once } from 'node:events';
import { longReadTexts as texts } from '@almas/locale/operator';
import { serverTexts } from '@almas/locale/runtime';
import pino from 'pino';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { hasCluster } from '../database/embedded/cluster.ts';
import { openDataFolder } from '../database/embedded/index.ts';
import { runningUrl } from '../database/embedded/running.ts';
import { isConflict, isDatabaseAway } from '../database/failures.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { openReadReplica } from '../database/read-replica.ts';
import { lockFolder } from '../folder-lock.ts';
import { type DatabaseAddresses, databaseAddress, migrateAsOwner } from '../runtime/database-address.ts';
import { addressWithoutPassword } from '../runtime/external-database.ts';
import { say } from '../runtime/say.ts';
import { Shutdown } from '../runtime/shutdown.ts';
import { openServices, type Services } from '../services.ts';
import { StartupError } from '../startup-error.ts';

export interface CommandContext {
  readonly config: Config;
  readonly db: Database;
  /** The database as the owner of its tables: for what rewrites them whole. */
  owner(): Database;
  /**
   * Reads a whole database: on the standby of DATABASE_READ_URL when it can be used, else on the database. Begun again
   * on the database when the standby gives up meanwhile.
   */
  longRead<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Opens the vault and the rest; a command that needs the database alone does without. */
  services(): Promise<Services>;
  /** What stands behind the command's name. */
  readonly args: readonly string[];
}

export interface CommandOptions {
  /** The command may make an empty database where there is none. By default a missing or empty one is refused. */
  readonly createsDatabase?: boolean;
  /** Works on DATA_DIR, which no server may use meanwhile, before the database in it is opened. */
  readonly onFolder?: (config: Config, args: readonly string[]) => Promise<void>;
  /** Looks at the arguments before any database is opened. @returns the sentence of a mistake */
  readonly check?: (args: readonly string[]) => string | undefined;
}

/**
 * Runs one command of the operator and ends the process: with the number it answers, or 1 and one sentence for a
 * failure. It works beside a running server as well as without one: then it starts the database itself.
 */
export async function runCommand(
  work: (context: CommandContext) => Promise<number>,
  { createsDatabase = false, onFolder, check = () => undefined }: CommandOptions = {},
): Promise<void> {
  const shutdown = new Shutdown();
  let exitCode = 1;
  try {
    const args = process.argv.slice(2);
    const mistake = check(args);
    if (mistake !== undefined) throw new StartupError(mistake);
    const config = readConfig(process.env);
    if (onFolder) {
      openDataFolder(config.dataDir);
      const release = await lockFolder(config.dataDir);
      await onFolder(config, args).finally(release);
    }
    if (!createsDatabase) checkFolderHasDatabase(config);
    const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel });
    const addresses = await address(config, shutdown, log);
    const db = openDatabase(addresses.url, { max: 4 });
    shutdown.add(() => db.end());
    if (!createsDatabase) await checkDatabaseIsOurs(config, db);
    await migrateAsOwner(db, addresses);
    const owner = () => {
      const opened = openDatabase(addresses.ownerUrl ?? addresses.url, { max: 2 });
      shutdown.add(() => opened.end());
      return opened;
    };
    const services = async () => {
      const opened = await openServices(config, db, log);
      shutdown.add(() => opened.streams.close());
      shutdown.add(() => opened.replica.end());
      return opened;
    };
    const longRead = <Result>(read: (from: Database) => Promise<Result>) =>
      readLong(config, db, shutdown, read);
    exitCode = await work({ config, db, owner, longRead, services, args });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
  }
  await shutdown.run((error) => process.stderr.write(`${explain(error)}\n`));
  // What is still in the pipe must reach the reader before the process ends.
  if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
  process.exit(exitCode);
}

async function readLong<Result>(
  { databaseReadUrl: url, databaseReadLag: maxLagSeconds }: Config,
  db: Database,
  shutdown: Shutdown,
  read: (from: Database) => Promise<Result>,
): Promise<Result> {
  const replica = openReadReplica(db, { url, max: 2, maxLagSeconds });
  shutdown.add(() => replica.end());
  const { db: chosen, fallback } = await replica.forLongRead();
  if (url !== undefined) say(fallback ? texts.primary(texts.reasons[fallback]) : texts.standby);
  try {
    return await read(chosen);
  } catch (error) {
    if (chosen === db || !(isConflict(error) || isDatabaseAway(error))) throw error;
    say(texts.again);
    return read(db);
  }
}

/** A backup or an audit of a database that it has just made would certify nothing. @throws StartupError */
function checkFolderHasDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !hasCluster(dataDir))
    throw new StartupError(serverTexts.noDatabaseInFolder(dataDir));
}

/** @throws StartupError when no server has ever started on the database of DATABASE_URL */
async function checkDatabaseIsOurs({ databaseUrl, dataDir }: Config, db: Database): Promise<void> {
  const { rows } = await db.query<{ migrated: boolean }>({
    text: `SELECT to_regclass('public.migrations') IS NOT NULL AS migrated`,
  });
  if (rows[0]?.migrated) return;
  throw new StartupError(
    databaseUrl === undefined
      ? serverTexts.noDatabaseInFolder(dataDir)
      : serverTexts.emptyDatabase(addressWithoutPassword(databaseUrl)),
  );
}

async function address(config: Config, shutdown: Shutdown, log: pino.Logger): Promise<DatabaseAddresses> {
  if (config.databaseUrl !== undefined) return databaseAddress(config, shutdown, log);
  openDataFolder(config.dataDir);
  try {
    shutdown.add(await lockFolder(config.dataDir));
  } catch (held) {
    const url = runningUrl(config.dataDir, 'almas', 'almas');
    if (!(held instanceof StartupError) || url === undefined) throw held;
    return { url, ownerUrl: runningUrl(config.dataDir, 'almas', 'almas_owner') };
  }
  return databaseAddress(config, shutdown, log);
}

function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof ConfigError) return error.message;
  if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return serverTexts.diskFull;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
