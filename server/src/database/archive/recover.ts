import {
  chownSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { archiveTexts } from '@almas/locale/archive';
import { StartupError } from '../../startup-error.ts';
import { type Account, checkOwner, checkWay, databaseAccount } from '../embedded/account.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { hasCluster } from '../embedded/cluster.ts';
import { finishUpgrade } from '../embedded/finish-upgrade.ts';
import { archivingMark } from '../embedded/index.ts';
import { LogFile } from '../embedded/log-file.ts';
import { stopProcess } from '../embedded/orphan.ts';
import { freePort } from '../embedded/port.ts';
import { LaunchError, launch } from '../embedded/postmaster.ts';
import {
  type ArchiveOptions,
  archiveIdentity,
  archiveSettings,
  type BaseBackup,
  breakBehindLsn,
  clusterIdentity,
  restorableBases,
  segmentsOf,
  stagedSegments,
  syncFolder,
  takeStagedSegments,
} from './archive-folder.ts';
import { restoreTimeText } from './restore-time.ts';
import { removeUnfinishedRecovery, restoringFolder } from './restoring-folder.ts';
import { newestSegmentAt } from './segments.ts';
import { extractTar } from './tar.ts';

export interface Recovery {
  readonly archive: ArchiveOptions;
  readonly dataDir: string;
  /** Milliseconds since 1970: what was committed until then, and nothing later. */
  readonly to: number | 'latest';
  /** A database that is there is set aside. */
  readonly replace: boolean;
  say(line: string): void;
  /** Gives up: what exists stays as it is. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes DATA_DIR's database again as it was at a moment: the newest base backup before it, and the archived log up to
 * it. Until it has succeeded nothing that exists is touched. The caller holds the folder's lock.
 * @returns when the last restored transaction was committed @throws StartupError
 */
export async function recoverTo(recovery: Recovery): Promise<{ reached: number }> {
  const { archive, dataDir, to, say } = recovery;
  const cluster = join(dataDir, 'postgres');
  checkOwner(cluster, databaseAccount());
  finishUpgrade(dataDir);
  if (hasCluster(dataDir) && !recovery.replace) throw new StartupError(archiveTexts.hasData(dataDir));
  const hasOldLog = hasCluster(dataDir) && clusterIdentity(cluster) === archiveIdentity(archive.folder);
  const base = await chooseBase(archive.folder, to, hasOldLog);
  const account = databaseAccount();
  const restoring = restoringFolder(dataDir);
  await removeUnfinishedRecovery(dataDir);
  let reached: number | undefined;
  try {
    say(archiveTexts.unpacking(restoreTimeText(base.endedAt)));
    await unpack(base, restoring, recovery.signal);
    if (hasOldLog) addOldLog(cluster, restoring);
    mkdirSync(stagedSegments(restoring), { mode: 0o700 });
    // Read by the account of PostgreSQL, also when the archive comes from another machine.
    if (account) {
      chownSync(archive.folder, account.uid, account.gid);
      for (const path of [restoring, segmentsOf(archive.folder)]) chownAll(path, account);
    }
    checkWay(archive.folder, account);
    say(archiveTexts.replaying(to === 'latest' ? undefined : restoreTimeText(to)));
    reached = await replay(recovery, base, restoring, account);
  } catch (error) {
    await removeUnfinishedRecovery(dataDir);
    throw error;
  }
  replaceCluster(recovery, base, restoring);
  takeStagedSegments(archive.folder, cluster);
  return { reached: reached ?? base.endedAt };
}

async function chooseBase(archive: string, to: number | 'latest', hasOldLog: boolean): Promise<BaseBackup> {
  const bases = restorableBases(archive);
  const [first] = bases;
  if (!first) throw new StartupError(archiveTexts.noArchive(archive));
  if (to === 'latest') return bases.at(-1) ?? first;
  const base = bases.findLast(({ endedAt }) => endedAt <= to);
  // A second more: what is shown is cut to seconds, and must be accepted.
  if (!base) throw new StartupError(archiveTexts.tooEarly(restoreTimeText(first.endedAt + 1_000)));
  const last = (await newestSegmentAt(archive)) ?? base.endedAt;
  if (to > last && !hasOldLog) throw new StartupError(archiveTexts.tooLate(restoreTimeText(last)));
  return base;
}

async function unpack(base: BaseBackup, folder: string, signal: AbortSignal | undefined): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const stream = createReadStream(join(base.folder, 'base.tar.gz'), { signal });
  const plain = createGunzip();
  stream.on('error', (error) => plain.destroy(error));
  await extractTar(stream.pipe(plain), folder);
  for (const file of ['backup_label', 'tablespace_map'])
    if (existsSync(join(base.folder, file))) copyFileSync(join(base.folder, file), join(folder, file));
  writeFileSync(join(folder, 'recovery.signal'), '');
}

/** What the database that is set aside wrote last and did not archive any more. The archive's own comes first. */
function addOldLog(from: string, to: string): void {
  for (const name of readdirSync(join(from, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) copyFileSync(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
}

function chownAll(path: string, account: NonNullable<Account>): void {
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) chownAll(join(path, entry.name), account);
    else chownSync(join(path, entry.name), account.uid, account.gid);
  }
}

/** The shell command with which PostgreSQL fetches a file of the archive; %f and %p are its own. */
function restoreCommand(archive: string): string {
  const quoted = `'${segmentsOf(archive).replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
  return `if [ -f ${quoted}/%f.gz ]; then gzip -dc ${quoted}/%f.gz > "%p"; else cp ${quoted}/%f "%p" 2>/dev/null; fi`;
}

async function replay(
  { archive, dataDir, to, signal }: Recovery,
  base: BaseBackup,
  folder: string,
  account: Account,
): Promise<number | undefined> {
  const log = new LogFile(join(dataDir, 'postgres.log'));
  const offset = log.size();
  const settings = {
    // The new timeline is archived too, once this is the database.
    ...archiveSettings(archive),
    'basic_archive.archive_directory': stagedSegments(folder),
    restore_command: restoreCommand(archive.folder),
    recovery_target_action: 'promote',
    // Else it counts as ready for its readers before it has reached the end.
    hot_standby: 'off',
    ...(to !== 'latest' && {
      recovery_target_time: new Date(to).toISOString().replace('T', ' ').replace('Z', '+00'),
    }),
  };
  try {
    const { postgres } = findBinaries();
    const options = { postgres, folder, account, durable: true, log, settings, signal };
    const child = await launch(options, await freePort(), { onSlow: () => undefined });
    await stopProcess(child.pid ?? 0, (name) => child.kill(name));
    signal?.throwIfAborted();
    const said = log.since(offset);
    if (to === 'latest') checkReadToEnd(archive.folder, base, said);
    return lastTransaction(said);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    const last = lastTransaction(log.since(offset));
    throw new StartupError(
      /before configured recovery target was reached/.test(error.lastLine) && last !== undefined
        ? archiveTexts.tooLate(restoreTimeText(last))
        : archiveTexts.recoveryFailed(error.lastLine, log.path),
    );
  } finally {
    log.close();
  }
}

/**
 * PostgreSQL takes the first segment that is missing or damaged for the end of the log: what the archive holds behind it would be
 * left for good, without a word. @throws StartupError
 */
function checkReadToEnd(archive: string, base: BaseBackup, log: string): void {
  const [, lsn] = [...log.matchAll(/redo done at ([0-9A-F]+\/[0-9A-F]+)/g)].at(-1) ?? [];
  if (lsn === undefined) return;
  const broken = breakBehindLsn(archive, base, lsn);
  if (!broken) return;
  const time = restoreTimeText(lastTransaction(log) ?? base.endedAt + 1_000);
  throw new StartupError(archiveTexts.brokenOff(broken.at, broken.newest, time));
}

/** When the last transaction that the archive holds was committed. */
function lastTransaction(log: string): number | undefined {
  const [, time] = [...log.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1) ?? [];
  return time === undefined ? undefined : Date.parse(time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}

function replaceCluster({ dataDir, say }: Recovery, base: BaseBackup, restored: string): void {
  const cluster = join(dataDir, 'postgres');
  const access = `${cluster}.access.json`;
  const suffix = `.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  if (existsSync(access)) renameSync(access, `${access}${suffix}`);
  if (existsSync(cluster)) {
    renameSync(cluster, `${cluster}${suffix}`);
    say(archiveTexts.keptAside(`${cluster}${suffix}`));
  }
  copyFileSync(join(base.folder, 'postgres.access.json'), access);
  renameSync(restored, cluster);
  // The next start takes a base backup of what is now the database.
  rmSync(archivingMark(dataDir), { force: true });
  syncFolder(dataDir);
}
