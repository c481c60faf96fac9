import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { embeddedTexts, serverTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import {
  type ArchiveOptions,
  archiveSettings,
  checkNothingToRestore,
  openArchive,
} from '../archive/archive-folder.ts';
import { removeUnfinishedRecovery } from '../archive/restoring-folder.ts';
import { splitRoles } from '../roles.ts';
import type { Access } from './access.ts';
import { checkOwner, checkWay, databaseAccount, prepareFolder } from './account.ts';
import { findBinaries } from './binaries.ts';
import { hasCluster, openCluster } from './cluster.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { LogFile } from './log-file.ts';
import { type Log, Supervisor } from './supervisor.ts';

export interface EmbeddedDatabase {
  /** The address of a database of the cluster, as the server's role `almas`. */
  url(database: string): string;
  /** The same as the role that owns the product's database: for migrations and restore. */
  ownerUrl(database: string): string;
  /** The same as the superuser: for tests, which make and drop databases. */
  superuserUrl(database: string): string;
  /** The process number of the running PostgreSQL, 0 between two. */
  pid(): number;
  /** Whether no base backup is continued by what is archived from now on. */
  readonly archiveBegins: boolean;
  /** Stops PostgreSQL and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the product in `dataDir`, creating it when needed, and keeps it running:
 * when it dies it comes back on the same port. `durable: false` trades safety for speed, for tests. The caller
 * holds the folder's lock. Throws a StartupError (one French sentence) when it cannot be started.
 */
export async function startEmbedded(options: {
  dataDir: string;
  durable: boolean;
  log: Log;
  /** Where the log is archived; without it, nowhere. */
  archive?: ArchiveOptions | undefined;
  /** Settings of PostgreSQL beside the product's own: for measurements, which compare some. */
  settings?: Readonly<Record<string, string>> | undefined;
}): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const binaries = findBinaries();
  const account = databaseAccount();
  openDataFolder(dataDir, account);
  checkWay(dirname(binaries.postgres), account);
  checkWay(dataDir, account);
  checkOwner(join(dataDir, 'postgres'), account);
  finishUpgrade(dataDir);
  await removeUnfinishedRecovery(dataDir);
  const clusterOptions = {
    ...options,
    ...binaries,
    dataDir,
    account,
    log: new LogFile(join(dataDir, 'postgres.log')),
  };
  const { archive } = options;
  if (archive && !hasCluster(dataDir)) checkNothingToRestore(archive, dataDir);
  const { folder, access } = await openCluster(clusterOptions, () =>
    options.log.info(embeddedTexts.creating()),
  );
  if (archive) openArchive(archive, folder, account);
  const archiveBegins = checkArchiving(dataDir, archive);
  const supervisor = new Supervisor(
    { ...clusterOptions, folder, settings: { ...archiveSettings(archive), ...options.settings } },
    join(dataDir, 'postgres.port'),
    options.log,
  );
  await supervisor.start();
  const url = (role: keyof Access, database: string) =>
    `postgres://${role}:${access[role]}@127.0.0.1:${supervisor.port}/${encodeURIComponent(database)}`;
  await splitRoles(url('postgres', 'postgres'), 'almas', {
    owner: { name: 'almas_owner', password: access.almas_owner },
    serving: { name: 'almas', password: access.almas },
  });
  return {
    url: (database) => url('almas', database),
    ownerUrl: (database) => url('almas_owner', database),
    superuserUrl: (database) => url('postgres', database),
    pid: () => supervisor.pid(),
    archiveBegins,
    stop: () => supervisor.stop(),
  };
}

/**
 * What a run without an archive writes is missing in it, so that run takes the mark away: the next one that archives begins
 * with a base backup, which sets it. @returns whether there is none
 */
function checkArchiving(dataDir: string, archive: ArchiveOptions | undefined): boolean {
  const mark = archivingMark(dataDir);
  if (!archive) rmSync(mark, { force: true });
  return archive !== undefined && !(existsSync(mark) && readFileSync(mark, 'utf8') === archive.folder);
}

/** Holds the ARCHIVE_DIR of a database that has archived ever since. */
export const archivingMark = (dataDir: string): string => join(dataDir, 'postgres.archived');

/** Makes DATA_DIR when it is missing; one sentence when it cannot be written. Before anything is put in it. */
export function openDataFolder(dataDir: string, account = databaseAccount()): void {
  try {
    prepareFolder(dataDir, account);
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new StartupError(serverTexts.folderNotWritable(dataDir));
  }
}
