import { accessSync, constants, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { embeddedTexts, serverTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import {
  type ArchiveOptions,
  archivedInto,
  archiveMarkerFile,
  archiveSettings,
  checkArchiveFolder,
  checkNothingToRestore,
  mayArchive,
  openArchive,
  openStagedSegments,
} from '../archive/archive-folder.ts';
import { removeUnfinishedRecovery } from '../archive/restoring-folder.ts';
import { splitRoles } from '../roles.ts';
import type { Access } from './access.ts';
import { checkEnterable, checkOwner, databaseAccount, prepareFolder } from './account.ts';
import { findBinaries } from './binaries.ts';
import { hasCluster, openCluster } from './cluster.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { LogFile } from './log-file.ts';
import { type Log, Supervisor } from './supervisor.ts';

export type ArchivesAs = 'owner' | 'copy' | 'either';

export interface EmbeddedDatabase {
  /** The connection URL of a database of the cluster, for the serving role `almas`. */
  url(database: string): string;
  /** The same for the owner of the tables: for migrations and restore. */
  ownerUrl(database: string): string;
  /** The same for the superuser: for base backups, and for tests, which create and drop databases. */
  superuserUrl(database: string): string;
  /** The process id of PostgreSQL; 0 while it is being restarted. */
  pid(): number;
  /** Whether the archive has no base backup from which every segment up to now is archived. */
  readonly needsBaseBackup: boolean;
  /** Stops PostgreSQL and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL in `dataDir`, creating its cluster when there is none, and restarts it on the same port when it
 * dies. The caller holds the lock of the folder. @throws StartupError
 */
export async function startEmbedded(options: {
  dataDir: string;
  /** false: faster, and a crash of the machine loses data. For tests. */
  durable: boolean;
  log: Log;
  /** Without it the write-ahead log is not archived. */
  archive?: ArchiveOptions | undefined;
  /**
   * `owner`: into the archive, as a server does. `copy`: beside the cluster, as a restore does. `either`: into the archive when this
   * database owns it, as the operator's other commands do.
   */
  archivesAs?: ArchivesAs | undefined;
  /** Further settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>> | undefined;
}): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const binaries = findBinaries();
  const account = databaseAccount();
  openDataFolder(dataDir, account);
  checkEnterable(dirname(binaries.postgres), account);
  checkEnterable(dataDir, account);
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
  if (archive) checkArchiveFolder(archive, dataDir);
  if (archive && !hasCluster(dataDir)) checkNothingToRestore(archive, dataDir);
  const { folder, access } = await openCluster(clusterOptions, () =>
    options.log.info(embeddedTexts.creating()),
  );
  const { archivesAs = 'owner' } = options;
  const isOwner =
    archive && (archivesAs === 'owner' || (archivesAs === 'either' && mayArchive(archive, dataDir)));
  if (isOwner) openArchive(archive, dataDir, account);
  const needsBaseBackup = checkArchiving(dataDir, isOwner ? archive : undefined);
  const into = isOwner || !archive ? undefined : openStagedSegments(folder, account);
  const supervisor = new Supervisor(
    { ...clusterOptions, folder, settings: { ...archiveSettings(archive, into), ...options.settings } },
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
    needsBaseBackup,
    stop: () => supervisor.stop(),
  };
}

/**
 * A start without ARCHIVE_DIR removes the marker file: the archive lacks what is written from then on, so the next start with
 * ARCHIVE_DIR begins with a base backup, which writes the file again. @returns whether a base backup is needed
 */
function checkArchiving(dataDir: string, archive: ArchiveOptions | undefined): boolean {
  if (!archive) rmSync(archiveMarkerFile(dataDir), { force: true });
  return archive !== undefined && archivedInto(dataDir) !== archive.folder;
}

/** Creates DATA_DIR when it is missing. @throws StartupError when it cannot be written */
export function openDataFolder(dataDir: string, account = databaseAccount()): void {
  try {
    prepareFolder(dataDir, account);
    accessSync(dataDir, constants.W_OK);
  } catch {
    throw new StartupError(serverTexts.folderNotWritable(dataDir));
  }
}
