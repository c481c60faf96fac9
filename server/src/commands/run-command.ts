import { once } from 'node:events';
import { stat } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { commandLineTexts, longReadTexts as texts } from '@almas/locale/operator';
import { serverTexts } from '@almas/locale/runtime';
import type pg from 'pg';
import pino from 'pino';
import { type Config, readConfig } from '../config.ts';
import { checkOwner, databaseAccount } from '../database/embedded/account.ts';
import { hasCluster } from '../database/embedded/cluster.ts';
import { type ArchivesAs, openDataFolder } from '../database/embedded/index.ts';
import { runStatements } from '../database/embedded/provision.ts';
import { runningUrl } from '../database/embedded/running.ts';
import { isConflict, isDatabaseUnavailable } from '../database/failures.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { openReadReplica } from '../database/read-replica.ts';
import { lockFolder } from '../folder-lock.ts';
import { openServices } from '../open-services.ts';
import { type Arguments, type CommandLine, readCommandLine, usageOf } from '../runtime/command-line.ts';
import { type DatabaseAddresses, databaseAddress, migrateAsOwner } from '../runtime/database-address.ts';
import { explain } from '../runtime/explain.ts';
import { addressWithoutPassword } from '../runtime/external-database.ts';
import { isOutputLost, say } from '../runtime/say.ts';
import { Shutdown } from '../runtime/shutdown.ts';
import type { Services } from '../services.ts';
import { StartupError } from '../startup-error.ts';

export interface CommandContext {
  readonly config: Config;
  readonly db: Database;
  /** The database with the rights of the tables' owner, for work that rewrites whole tables. */
  owner(): Database;
  /**
   * Reads a whole database: on the standby of DATABASE_READ_URL when it can be used, else on the primary. When the standby
   * fails meanwhile, the work starts again on the primary.
   */
  longRead<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Applies the migrations that `beforeDatabase` left for later. */
  migrate(): Promise<void>;
  /** Opens the vault and the other services, for a command that needs more than the database. */
  services(): Promise<Services>;
  /** Whether the operator has interrupted the command: what fails from then on fails for that. */
  isInterrupted(): boolean;
  readonly args: Arguments;
}

/** How a command runs. */
export interface CommandBehaviour {
  /** The sentence for an interrupted command. Called when it is interrupted, since it depends on what is done by then. */
  readonly interrupted?: () => string;
  /** The command may create the database. By default a missing or empty one is refused. */
  readonly createsDatabase?: boolean;
  /** How an embedded database that the command starts archives; `nowhere` leaves ARCHIVE_DIR alone. By default `either`. */
  readonly archivesAs?: ArchivesAs | 'nowhere';
  /** Runs on the locked DATA_DIR, before the database in it is opened. */
  readonly onFolder?: (config: Config, args: Arguments, signal: AbortSignal) => Promise<void>;
  /** Runs before any folder or database is created. @returns the only migrations to apply before the work, which then calls `migrate` */
  readonly beforeDatabase?: (config: Config, args: Arguments) => Promise<ReadonlySet<string>>;
  /** Checks the configuration before any folder is created or opened. @returns the sentence of a mistake */
  readonly checkConfig?: (config: Config) => string | undefined;
}

export interface CommandOptions extends CommandLine, CommandBehaviour {
  /** The behaviour that depends on the arguments; it overrides the one given here. */
  readonly byArguments?: (args: Arguments) => CommandBehaviour;
  /** Checks the arguments before any database is opened. @returns the sentence of a mistake */
  readonly check?: (args: Arguments) => string | undefined;
}

const interruptionMilliseconds = 30_000;

/**
 * Runs one command of the operator and ends the process: with the exit code that `work` returns, or with 1 and one sentence
 * for a failure. Where no server runs on DATA_DIR, the command starts the embedded database itself. A signal interrupts
 * the work, which undoes what is incomplete, and the process ends with the exit code of that signal.
 */
export async function runCommand(
  work: (context: CommandContext) => Promise<number>,
  options: CommandOptions,
): Promise<void> {
  const shutdown = new Shutdown();
  // With glibc before 2.41 (bug 25847) the thread that does a file operation may not be woken for it; the next operation wakes it. A
  // command awaits one after the other, so that a restore stood still.
  setInterval(() => stat('/', () => undefined), 5_000).unref();
  let exitCode = 1;
  let behaviour: CommandBehaviour = options;
  try {
    const args = readCommandLine(options, process.argv.slice(2));
    if (args === 'help') {
      say(usageOf(options));
      exitCode = 0;
    } else {
      const mistake = options.check?.(args);
      if (mistake !== undefined) throw new StartupError(mistake);
      behaviour = { ...options, ...options.byArguments?.(args) };
      exitCode = await interruptible(shutdown, () => perform(work, behaviour, args, shutdown));
    }
  } catch (error) {
    if (shutdown.isRequested) exitCode = shutdown.exitCode;
    const sentence = shutdown.isRequested
      ? (behaviour.interrupted?.() ?? commandLineTexts.interrupted)
      : explain(error);
    process.stderr.write(`${sentence}\n`);
  }
  await shutdown.run((error) => process.stderr.write(`${explain(error)}\n`));
  // What is still in the pipe must reach the reader before the process ends.
  if (process.stdout.writableLength > 0 && !process.stdout.errored)
    await once(process.stdout, 'drain').catch(() => undefined);
  // The error of a write is emitted after the call that wrote.
  await nextTurn();
  if (isOutputLost()) {
    process.stderr.write(`${commandLineTexts.outputLost}\n`);
    exitCode ||= 1;
  }
  process.exit(exitCode);
}

/** After a signal the work has 30 s to undo what is incomplete. When it completes nevertheless, its result counts. */
function interruptible(shutdown: Shutdown, work: () => Promise<number>): Promise<number> {
  const timedOut = shutdown.requested.then(async () => {
    process.stderr.write(`${commandLineTexts.interrupting}\n`);
    await pause(interruptionMilliseconds, undefined, { ref: false });
    throw new StartupError(commandLineTexts.interrupted);
  });
  return Promise.race([work(), timedOut]);
}

async function perform(
  work: (context: CommandContext) => Promise<number>,
  { createsDatabase = false, onFolder, checkConfig, archivesAs = 'either', beforeDatabase }: CommandBehaviour,
  args: Arguments,
  shutdown: Shutdown,
): Promise<number> {
  const config = readConfig(process.env);
  const missing = checkConfig?.(config);
  if (missing !== undefined) throw new StartupError(missing);
  const only = await beforeDatabase?.(config, args);
  const interruption = new AbortController();
  void shutdown.requested.then(() => interruption.abort());
  if (onFolder) {
    openDataFolder(config.dataDir);
    const release = await lockFolder(config.dataDir);
    await onFolder(config, args, interruption.signal).finally(release);
  }
  if (!createsDatabase) checkFolderHasDatabase(config);
  const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel });
  const addresses = await openAddresses(config, shutdown, log, archivesAs);
  interruption.signal.throwIfAborted();
  const db = openInterruptible(addresses.url, 4, shutdown);
  if (!createsDatabase) await checkDatabaseIsOurs(config, db);
  await migrateAsOwner(db, addresses, only);
  const owner = () => openInterruptible(addresses.ownerUrl ?? addresses.url, 2, shutdown);
  const services = async () => {
    const opened = await openServices(config, db, log);
    shutdown.add(() => opened.streams.close());
    shutdown.add(() => opened.replica.end());
    return opened;
  };
  const longRead = <Result>(read: (from: Database) => Promise<Result>) =>
    readOnStandby(config, db, shutdown, read);
  return work({
    config,
    db,
    owner,
    longRead,
    migrate: () => migrateAsOwner(db, addresses),
    services,
    isInterrupted: () => shutdown.isRequested,
    args,
  });
}

/** A pool whose running statements are ended, in the database too, when the operator interrupts the command. */
function openInterruptible(url: string, max: number, shutdown: Shutdown): Database {
  const db = openDatabase(url, { max });
  endStatementsOn(shutdown, db, url);
  shutdown.add(() => db.end());
  return db;
}

function endStatementsOn(shutdown: Shutdown, db: Database, url: string): void {
  const busy = new Set<pg.PoolClient>();
  db.pool.on('acquire', (client) => busy.add(client));
  db.pool.on('release', (_error, client) => busy.delete(client));
  void shutdown.requested.then(() => {
    // The pool gives out no further connection; those in use are terminated in the database.
    db.end().catch(() => undefined);
    const numbers = [...busy].map((client) => (client as unknown as { processID: number }).processID);
    const terminate = `SELECT pg_terminate_backend(pid) FROM unnest('{${numbers.join(',')}}'::int[]) AS pid`;
    if (numbers.length > 0) runStatements(url, terminate).catch(() => undefined);
  });
}

async function readOnStandby<Result>(
  { databaseReadUrl: url, databaseReadLag: maxLagSeconds }: Config,
  db: Database,
  shutdown: Shutdown,
  read: (from: Database) => Promise<Result>,
): Promise<Result> {
  const replica = openReadReplica(db, { url, max: 4, maxLagSeconds });
  shutdown.add(() => replica.end());
  const { db: chosen, fallback } = await replica.forLongRead();
  if (url !== undefined) say(fallback ? texts.primary(texts.reasons[fallback]) : texts.standby);
  if (url !== undefined && chosen !== db) endStatementsOn(shutdown, chosen, url);
  try {
    return await read(chosen);
  } catch (error) {
    if (chosen === db || shutdown.isRequested || !(isConflict(error) || isDatabaseUnavailable(error)))
      throw error;
    say(texts.again);
    return read(db);
  }
}

/** A backup or an audit must not succeed on a database that the command has just created. @throws StartupError */
function checkFolderHasDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || hasCluster(dataDir)) return;
  // A folder that this account cannot read is another mistake, with its own sentence.
  checkOwner(join(dataDir, 'postgres'), databaseAccount());
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

/** The addresses of the database: of DATABASE_URL, of the running server, or of a database that is started here. */
async function openAddresses(
  config: Config,
  shutdown: Shutdown,
  log: pino.Logger,
  as: ArchivesAs | 'nowhere',
): Promise<DatabaseAddresses> {
  if (config.databaseUrl !== undefined) return databaseAddress(config, shutdown, log, say);
  openDataFolder(config.dataDir);
  const [archiving, archivesAs] =
    as === 'nowhere' ? [{ ...config, archive: undefined }, undefined] : [config, as];
  try {
    shutdown.add(await lockFolder(config.dataDir));
  } catch (held) {
    const url = runningUrl(config.dataDir, 'almas', 'almas');
    if (!(held instanceof StartupError) || url === undefined) throw held;
    return { url, ownerUrl: runningUrl(config.dataDir, 'almas', 'almas_owner') };
  }
  return databaseAddress(archiving, shutdown, log, say, archivesAs);
}
