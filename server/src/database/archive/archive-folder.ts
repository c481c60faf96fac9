import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { StartupError } from '../../startup-error.ts';
import { type Account, checkEnterable } from '../embedded/account.ts';
import { parseLsn } from '../lsn.ts';

/** ARCHIVE_DIR and the variables that belong to it. */
export interface ArchiveOptions {
  /** An absolute path. */
  readonly folder: string;
  /** An incomplete segment of the log is archived after this time. */
  readonly timeoutSeconds: number;
  /** How many days back a restore can go. */
  readonly retentionDays: number;
}

/** The manifest.json of a complete base backup. */
export interface BaseBackup {
  readonly folder: string;
  /** Milliseconds since 1970; any later time can be restored from it. */
  readonly endedAt: number;
  readonly timeline: number;
  readonly startLsn: string;
  readonly stopLsn: string;
  /** The first segment that its recovery reads. */
  readonly startSegment: string;
  readonly bytes: number;
}

export const segmentsOf = (folder: string): string => join(folder, 'wal');
export const basesOf = (folder: string): string => join(folder, 'base');
const identityFile = (folder: string) => join(folder, 'database.id');

/** The name of a complete segment, compressed or not. */
export const segmentName = /^([0-9A-F]{24})(\.gz)?$/;

/** The system identifier of a cluster: the first eight bytes of its control file. */
export function clusterIdentity(cluster: string): string {
  const handle = openSync(join(cluster, 'global', 'pg_control'), 'r');
  const bytes = Buffer.alloc(8);
  readSync(handle, bytes, 0, 8, 0);
  closeSync(handle);
  return bytes.readBigUInt64LE().toString();
}

/** The system identifier of the cluster that this archive belongs to; undefined before its first use. */
export const archiveIdentity = (folder: string): string | undefined =>
  existsSync(identityFile(folder)) ? readFileSync(identityFile(folder), 'utf8').trim() : undefined;

/**
 * Prevents a start that would create a new database although the archive contains one: DATA_DIR was lost, and the operator must
 * restore it. @throws StartupError
 */
export function checkNothingToRestore({ folder }: ArchiveOptions, dataDir: string): void {
  if (archiveIdentity(folder) !== undefined)
    throw new StartupError(archiveTexts.databaseMissing(dataDir, folder));
}

/**
 * Prevents a start that would take another folder's files for an archive: everybody else would lose the access to them, and what
 * looks unfinished would be deleted. `lost+found` is in the root of each new disk. @throws StartupError
 */
export function checkArchiveFolder({ folder }: ArchiveOptions): void {
  if (!existsSync(folder) || archiveIdentity(folder) !== undefined) return;
  const own = [segmentsOf(folder), basesOf(folder)];
  const isForeign = (path: string) =>
    own.includes(path) ? readdirSync(path).length > 0 : path !== join(folder, 'lost+found');
  if (readdirSync(folder).some((name) => isForeign(join(folder, name))))
    throw new StartupError(archiveTexts.notAnArchive(folder));
}

/**
 * The folder into which a recovery archives until its cluster is the database. In the archive itself every later restore would
 * follow the recovery's new timeline, even when the recovery was aborted and the former database stayed in use.
 */
export const stagedSegments = (cluster: string): string => join(cluster, 'almas.archived');

/** Moves the segments that the recovery of this cluster has archived into the archive, without replacing any. Can be repeated. */
export function takeStagedSegments(archive: string, cluster: string): void {
  const staged = stagedSegments(cluster);
  if (!existsSync(staged)) return;
  const segments = segmentsOf(archive);
  for (const name of readdirSync(staged).filter((file) => !file.startsWith('archtemp'))) {
    if (existsSync(join(segments, name)) || existsSync(join(segments, `${name}.gz`))) continue;
    const part = join(segments, `archtemp.${name}`);
    copyFileSync(join(staged, name), part);
    const { uid, gid } = statSync(join(staged, name));
    chownSync(part, uid, gid);
    const handle = openSync(part, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(part, join(segments, name));
  }
  syncFolder(segments);
  rmSync(staged, { recursive: true, force: true });
}

/** Creates the folders of the archive for the account of PostgreSQL. @throws StartupError when the archive cannot be used */
export function openArchive({ folder }: ArchiveOptions, cluster: string, account: Account): void {
  try {
    if (!existsSync(dirname(folder))) mkdirSync(dirname(folder), { recursive: true, mode: 0o711 });
    for (const path of [folder, segmentsOf(folder), basesOf(folder)]) {
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
      if (account) chownSync(path, account.uid, account.gid);
      chmodSync(path, 0o700);
    }
  } catch {
    throw new StartupError(archiveTexts.notWritable(folder));
  }
  checkEnterable(folder, account);
  const own = clusterIdentity(cluster);
  const known = archiveIdentity(folder);
  if (known !== undefined && known !== own) throw new StartupError(archiveTexts.otherDatabase(folder));
  if (known === undefined) writeFileSync(identityFile(folder), `${own}\n`, { mode: 0o600 });
  // A crash of PostgreSQL during a copy leaves an unfinished file.
  for (const name of readdirSync(segmentsOf(folder)))
    if (name.startsWith('archtemp')) rmSync(join(segmentsOf(folder), name), { force: true });
  takeStagedSegments(folder, cluster);
}

/** Settings that archive each finished segment of the log: basic_archive syncs the copy and never overwrites other content. */
export function archiveSettings(options: ArchiveOptions | undefined): Record<string, string> {
  if (!options) return {};
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': segmentsOf(options.folder),
    archive_timeout: `${options.timeoutSeconds}s`,
  };
}

/** The complete base backups, oldest first. */
export function listBases(folder: string): BaseBackup[] {
  const bases = basesOf(folder);
  if (!existsSync(bases)) return [];
  return readdirSync(bases)
    .map((name) => join(bases, name))
    .filter((path) => existsSync(join(path, 'manifest.json')) && !path.endsWith('.part'))
    .map((path) => ({
      ...(JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as Omit<BaseBackup, 'folder'>),
      folder: path,
    }))
    .sort((a, b) => a.endedAt - b.endedAt);
}

/** The newest timeline of an archive, and the positions at which it left the earlier ones; undefined with only one timeline. */
function timelineHistory(folder: string): { current: number; ends: ReadonlyMap<number, bigint> } | undefined {
  const newest = readdirSync(segmentsOf(folder))
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return undefined;
  const ends = new Map<number, bigint>();
  for (const line of readFileSync(join(segmentsOf(folder), newest), 'utf8').split('\n')) {
    const [timeline, lsn] = line.trim().split(/\s+/);
    if (timeline && lsn && /^\d+$/.test(timeline)) ends.set(Number(timeline), parseLsn(lsn));
  }
  return { current: Number.parseInt(newest.slice(0, 8), 16), ends };
}

/**
 * The base backups from which the newest timeline can be reached. It excludes those that ended after the position at which a
 * restore left their timeline.
 */
export function usableBases(folder: string): BaseBackup[] {
  const history = timelineHistory(folder);
  if (!history) return listBases(folder);
  const { current, ends } = history;
  return listBases(folder).filter(({ timeline, stopLsn }) => {
    const end = ends.get(timeline);
    return timeline === current || (end !== undefined && parseLsn(stopLsn) <= end);
  });
}

/** The name, without the timeline, of the segment at this position; segments have 16 MB. */
const segmentAt = (lsn: bigint): string =>
  [lsn >> 32n, (lsn & 0xffff_ffffn) >> 24n]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');

/** A break in the archived log: the last segment before it, and the newest one after it. Names without the timeline. */
export interface ArchiveBreak {
  readonly at: string;
  readonly newest: string;
}

/** The archived segments that a recovery to the newest timeline reads, sorted; names without the timeline. */
function segmentsToNewestTimeline(folder: string, base: BaseBackup): string[] {
  const { current, ends } = timelineHistory(folder) ?? {
    current: base.timeline,
    ends: new Map<number, bigint>(),
  };
  const found = readdirSync(segmentsOf(folder)).flatMap((name) => {
    const [, whole = ''] = segmentName.exec(name) ?? [];
    const [timeline, segment] = [Number.parseInt(whole.slice(0, 8), 16), whole.slice(8)];
    const end = ends.get(timeline);
    return timeline === current || (end !== undefined && segment < segmentAt(end)) ? [segment] : [];
  });
  return [...new Set(found)].sort();
}

/** The break after the segment `at`; undefined when it is the newest one. */
function breakAfter(segments: readonly string[], at: string): ArchiveBreak | undefined {
  const newest = segments.at(-1);
  return newest === undefined || newest <= at ? undefined : { at, newest };
}

/** The break after the segment in which a recovery ended; undefined when it is the newest one. */
export const breakAfterLsn = (folder: string, base: BaseBackup, lsn: string): ArchiveBreak | undefined =>
  breakAfter(segmentsToNewestTimeline(folder, base), segmentAt(parseLsn(lsn)));

const segmentBytes = 1n << 24n;
/** The position at which a segment begins: the inverse of `segmentAt`. */
const startOf = (segment: string): bigint => parseLsn(`${segment.slice(0, 8)}/${segment.slice(14)}000000`);

/**
 * The first break in a recovery from this base backup: the archive lacks the next segment and has later ones. The folder is read
 * twice, because compression may rename a segment during one read.
 */
export function breakOf(folder: string, base: BaseBackup): ArchiveBreak | undefined {
  const earlier = segmentsToNewestTimeline(folder, base);
  const segments = segmentsToNewestTimeline(folder, base);
  const known = new Set([...earlier, ...segments]);
  let next = startOf(base.startSegment.slice(8));
  while (known.has(segmentAt(next))) next += segmentBytes;
  return breakAfter(segments, segmentAt(next - segmentBytes));
}

/** The base backups that a restore can use; none when the folder is not an archive. */
export const restorableBases = (folder: string): BaseBackup[] =>
  archiveIdentity(folder) === undefined ? [] : usableBases(folder);

/** The result of a file operation; undefined when the file does not exist. @throws any other error */
export const ignoreMissing = <Result>(operation: Promise<Result>): Promise<Result | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Makes renames and new files in this folder survive a crash of the machine. */
export function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
