import {
  chownSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { archiveTexts } from '@almas/locale/archive';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import { readAccess } from '../embedded/access.ts';
import { type Account, checkEnterable, checkOwner, databaseAccount } from '../embedded/account.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { hasCluster } from '../embedded/cluster.ts';
import { finishUpgrade } from '../embedded/finish-upgrade.ts';
import { LogFile } from '../embedded/log-file.ts';
import { clearOrphan, stopProcess } from '../embedded/orphan.ts';
import { freePort } from '../embedded/port.ts';
import { LaunchError, launch } from '../embedded/postmaster.ts';
import { type Database, withDatabase } from '../pool.ts';
import { syncFolder } from '../sync-folder.ts';
import {
  type ArchiveOptions,
  abandonedHours,
  archiveIdentity,
  archiveMarkerFile,
  archiveSettings,
  type BaseBackup,
  baseBefore,
  breakAfterLsn,
  checkOneTimeline,
  clusterIdentity,
  followedTimeline,
  newestSegmentAt,
  openStagedSegments,
  restorableBases,
  segmentsOf,
  segmentsToFollow,
} from './archive-folder.ts';
import { postgresTime, restoreTimeText } from './restore-time.ts';
import { removeUnfinishedRecovery, restoringFolder } from './restoring-folder.ts';
import { extractTar } from './tar.ts';

export interface Recovery {
  readonly archive: ArchiveOptions;
  readonly dataDir: string;
  /** Milliseconds since 1970: transactions committed later are not restored. */
  readonly to: number | 'latest';
  /** Whether an existing database may be replaced; it is kept under another name. */
  readonly replace: boolean;
  /** The timeline to follow; by default that of the shop. */
  readonly timeline?: number | undefined;
  say(line: string): void;
  /** Works on the recovered database, as its superuser, before it takes the place of the former one. */
  readonly beforeUse?: (db: Database) => Promise<void>;
  /** Aborts: DATA_DIR stays as it is. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Restores the database of DATA_DIR to a point in time from the newest base backup before it and the archived log. An existing
 * database is replaced only after the recovery has succeeded. The caller holds the lock of DATA_DIR.
 * @returns when the last restored transaction was committed, in milliseconds since 1970 @throws StartupError
 */
export async function recoverTo(recovery: Recovery): Promise<{ reached: number }> {
  const { archive, dataDir, to, say } = recovery;
  const cluster = join(dataDir, 'postgres');
  checkOwner(cluster, databaseAccount());
  // Under another name of its folder it would go on archiving, beside the shop.
  await clearOrphan(cluster, (pid) => say(embeddedTexts.stoppingOrphan(pid)));
  finishUpgrade(dataDir);
  if (hasCluster(dataDir) && !recovery.replace) throw new StartupError(archiveTexts.hasData(dataDir));
  const hasOldLog = hasCluster(dataDir) && clusterIdentity(cluster) === archiveIdentity(archive.folder);
  if (to !== 'latest' && to > Date.now()) throw new StartupError(archiveTexts.inTheFuture);
  if (recovery.timeline === undefined) await checkOneTimeline(archive.folder);
  const base = await chooseBase(recovery, hasOldLog);
  const account = databaseAccount();
  const restoring = restoringFolder(dataDir);
  await removeUnfinishedRecovery(dataDir);
  let reached: number | undefined;
  try {
    say(archiveTexts.unpacking(restoreTimeText(base.endedAt)));
    await unpack(base, restoring, recovery.signal);
    if (hasOldLog) copyUnarchivedLog(cluster, restoring);
    // Listed first: what a running shop archives meanwhile is not missing.
    const toFollow = segmentsToFollow(archive.folder, base, recovery.timeline);
    const segments = readableSegments(archive.folder, base, restoring, account);
    if (account) chownAll(restoring, account);
    say(archiveTexts.replaying(to === 'latest' ? undefined : restoreTimeText(to)));
    reached = await replay(recovery, base, restoring, account, { segments, toFollow });
  } catch (error) {
    await removeUnfinishedRecovery(dataDir);
    throw error;
  }
  rmSync(copiedSegments(restoring), { recursive: true, force: true });
  replaceCluster(recovery, base, restoring);
  return { reached: reached ?? base.endedAt };
}

async function chooseBase({ archive, to, timeline }: Recovery, hasOldLog: boolean): Promise<BaseBackup> {
  const bases = restorableBases(archive.folder, timeline);
  const [first] = bases;
  if (!first) throw new StartupError(archiveTexts.noArchive(archive.folder));
  // One that was taken while the clock was ahead is older than it says.
  if (to === 'latest') return baseBefore(bases, Date.now()) ?? first;
  const base = baseBefore(bases, to);
  // One second later, because the shown time has no fractions and must be accepted as input.
  if (!base) throw new StartupError(archiveTexts.tooEarly(restoreTimeText(first.endedAt + 1_000)));
  if (timeline === undefined) checkNotAbandoned(archive.folder, to);
  const last = (await newestSegmentAt(archive.folder)) ?? base.endedAt;
  if (to > last && !hasOldLog && timeline === undefined)
    throw new StartupError(archiveTexts.tooLate(restoreTimeText(last)));
  return base;
}

/** @throws StartupError when a restore to an earlier time has left what the shop was at this moment */
function checkNotAbandoned(archive: string, to: number): void {
  const hours = abandonedHours(archive).find(({ from, to: end }) => from <= to && to < end);
  if (hours)
    throw new StartupError(
      archiveTexts.abandoned(restoreTimeText(to), hours.timeline, restoreTimeText(hours.to + 1_000)),
    );
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

/** Copies the last segments of the replaced database, which may not be archived. The recovery prefers archived ones. */
function copyUnarchivedLog(from: string, to: string): void {
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

const copiedSegments = (restoring: string) => join(restoring, 'almas.read');

/**
 * The folder of the segments for the account of PostgreSQL. When it cannot read them, as in an archive of another machine, they are
 * copied: to change their owner could stop the shop that archives there.
 */
function readableSegments(archive: string, base: BaseBackup, restoring: string, account: Account): string {
  const segments = segmentsOf(archive);
  const isNeeded = (name: string) =>
    name.endsWith('.history') || name.slice(8, 24) >= base.startSegment.slice(8);
  const needed = readdirSync(segments).filter((name) => !name.startsWith('archtemp') && isNeeded(name));
  const paths = [archive, segments, ...needed.map((name) => join(segments, name))];
  const isReadable = (path: string) =>
    account && (statSync(path, { throwIfNoEntry: false })?.uid ?? account.uid) === account.uid;
  if (!account || paths.every(isReadable)) {
    checkEnterable(archive, account);
    return segments;
  }
  const copy = copiedSegments(restoring);
  mkdirSync(copy, { mode: 0o700 });
  for (const name of needed) {
    // A running shop may have compressed it meanwhile.
    const found = [name, `${name}.gz`].find((file) => existsSync(join(segments, file)));
    if (found) copyFileSync(join(segments, found), join(copy, found));
  }
  return copy;
}

/** The restore_command, in which PostgreSQL replaces %f and %p. */
function restoreCommand(segments: string): string {
  const quoted = `'${segments.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
  const unpack = `gzip -dc ${quoted}/%f.gz > "%p" 2>/dev/null`;
  // Again after `cp`: a running shop may compress the segment meanwhile.
  return `if [ -f ${quoted}/%f.gz ]; then ${unpack}; else cp ${quoted}/%f "%p" 2>/dev/null || ${unpack}; fi`;
}

async function replay(
  { archive, dataDir, to, timeline, beforeUse, signal }: Recovery,
  base: BaseBackup,
  folder: string,
  account: Account,
  { segments, toFollow }: { segments: string; toFollow: readonly string[] },
): Promise<number | undefined> {
  const log = new LogFile(join(dataDir, 'postgres.log'));
  const offset = log.size();
  const settings = {
    ...archiveSettings(archive, openStagedSegments(folder, account)),
    restore_command: restoreCommand(segments),
    recovery_target_timeline: String(followedTimeline(archive.folder, base, timeline)),
    recovery_target_action: 'promote',
    // With hot_standby PostgreSQL would report that it is ready before the recovery has ended.
    hot_standby: 'off',
    ...(to !== 'latest' && {
      recovery_target_time: new Date(to).toISOString().replace('T', ' ').replace('Z', '+00'),
    }),
  };
  try {
    const { postgres } = findBinaries();
    const options = { postgres, folder, account, durable: true, log, settings, signal };
    const port = await freePort();
    const child = await launch(options, port, { onSlow: () => undefined });
    try {
      if (beforeUse) await withDatabase(superuserUrl(base, port), beforeUse);
    } finally {
      await stopProcess(child.pid ?? 0, (name) => child.kill(name));
    }
    signal?.throwIfAborted();
    const output = log.since(offset);
    if (to === 'latest') checkReplayedToEnd(toFollow, base, output, log.path);
    return lastTransaction(output);
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

const superuserUrl = (base: BaseBackup, port: number): string =>
  `postgres://postgres:${readAccess(accessOf(base)).postgres}@127.0.0.1:${port}/almas`;

/** The passwords that the database had then. */
const accessOf = (base: BaseBackup) => join(base.folder, 'postgres.access.json');

/**
 * PostgreSQL treats the first missing or damaged segment as the end of the log and reports no error.
 * @throws StartupError when the archive has later segments, whose transactions would be lost, or the log does not name the end
 */
function checkReplayedToEnd(segments: readonly string[], base: BaseBackup, log: string, path: string): void {
  const [, lsn] = [...log.matchAll(/redo done at ([0-9A-F]+\/[0-9A-F]+)/g)].at(-1) ?? [];
  if (lsn === undefined && log.includes('redo is not required')) return;
  if (lsn === undefined) throw new StartupError(archiveTexts.endUnknown(path));
  const broken = breakAfterLsn(segments, lsn);
  if (!broken) return;
  const time = restoreTimeText(lastTransaction(log) ?? base.endedAt + 1_000);
  throw new StartupError(archiveTexts.brokenOff(broken.at, broken.newest, time));
}

/** When the last replayed transaction was committed, in milliseconds since 1970. */
function lastTransaction(log: string): number | undefined {
  const [, time] = [...log.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1) ?? [];
  return time === undefined ? undefined : postgresTime(time);
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
  copyFileSync(accessOf(base), access);
  renameSync(restored, cluster);
  // Without the marker file the next start takes a base backup of the restored database.
  rmSync(archiveMarkerFile(dataDir), { force: true });
  syncFolder(dataDir);
}
