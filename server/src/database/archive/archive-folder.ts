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
import { type Account, checkWay } from '../embedded/account.ts';
import { parseLsn } from '../lsn.ts';

/** What ARCHIVE_DIR and the variables beside it say. */
export interface ArchiveOptions {
  /** Absolute. */
  readonly folder: string;
  /** A segment of the log that is not full is archived after this time. */
  readonly timeoutSeconds: number;
  /** Every moment of so many days can be restored. */
  readonly retentionDays: number;
}

/** What a finished base backup says of itself: manifest.json beside its files. */
export interface BaseBackup {
  readonly folder: string;
  /** Milliseconds since 1970; every later moment can be restored from it. */
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

/** The name of a whole segment, as it is or compressed. */
export const segmentName = /^([0-9A-F]{24})(\.gz)?$/;

/** PostgreSQL's number for a cluster: the first eight bytes of its control file. */
export function clusterIdentity(cluster: string): string {
  const handle = openSync(join(cluster, 'global', 'pg_control'), 'r');
  const bytes = Buffer.alloc(8);
  readSync(handle, bytes, 0, 8, 0);
  closeSync(handle);
  return bytes.readBigUInt64LE().toString();
}

/** The number of the cluster that this archive belongs to, if it has one yet. */
export const archiveIdentity = (folder: string): string | undefined =>
  existsSync(identityFile(folder)) ? readFileSync(identityFile(folder), 'utf8').trim() : undefined;

/**
 * Refuses a start that would make a new database although the archive holds one: the data folder was lost, and the next
 * step is a restore. @throws StartupError
 */
export function checkNothingToRestore({ folder }: ArchiveOptions, dataDir: string): void {
  if (archiveIdentity(folder) !== undefined)
    throw new StartupError(archiveTexts.databaseMissing(dataDir, folder));
}

/**
 * Where a recovery archives what it writes until it is the database: in the archive its new timeline would be followed by every later
 * restore, also when the recovery was given up and the former database went on.
 */
export const stagedSegments = (cluster: string): string => join(cluster, 'almas.archived');

/** Hands over what the recovery of this cluster has archived; what the archive has already stays. May be done again. */
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

/** Makes the folder for the account that writes it. @throws StartupError when it cannot be used */
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
  checkWay(folder, account);
  const own = clusterIdentity(cluster);
  const known = archiveIdentity(folder);
  if (known !== undefined && known !== own) throw new StartupError(archiveTexts.otherDatabase(folder));
  if (known === undefined) writeFileSync(identityFile(folder), `${own}\n`, { mode: 0o600 });
  // A crash of PostgreSQL in the middle of a copy leaves its unfinished file.
  for (const name of readdirSync(segmentsOf(folder)))
    if (name.startsWith('archtemp')) rmSync(join(segmentsOf(folder), name), { force: true });
  takeStagedSegments(folder, cluster);
}

/** Settings that make PostgreSQL copy each finished segment of its log, whole and synced, never over another content. */
export function archiveSettings(options: ArchiveOptions | undefined): Record<string, string> {
  if (!options) return {};
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': segmentsOf(options.folder),
    archive_timeout: `${options.timeoutSeconds}s`,
  };
}

/** The whole base backups, oldest first. */
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

/** The newest timeline of an archive, and where those before it were left for it; undefined while there was one alone. */
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
 * The base backups that lead to the newest timeline: one that was taken after the moment to which the database was
 * later restored belongs to a past that was left.
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

/** The part of a segment's name behind its timeline: segments have 16 MB. */
const segmentAt = (lsn: bigint): string =>
  [lsn >> 32n, (lsn & 0xffff_ffffn) >> 24n]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');

/** Where the archived log breaks off: the last segment that is read, and the newest one that the archive holds behind it. */
export interface ArchiveBreak {
  readonly at: string;
  readonly newest: string;
}

/** The archived segments that lead to the newest timeline, without their timelines, in their order. */
function segmentsOnTheWay(folder: string, base: BaseBackup): string[] {
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

/** What a recovery that has read up to this segment leaves behind. @returns undefined when it was the newest one */
function breakBehind(segments: readonly string[], at: string): ArchiveBreak | undefined {
  const newest = segments.at(-1);
  return newest === undefined || newest <= at ? undefined : { at, newest };
}

/** The same for a recovery that has read up to this position of the log. */
export const breakBehindLsn = (folder: string, base: BaseBackup, lsn: string): ArchiveBreak | undefined =>
  breakBehind(segmentsOnTheWay(folder, base), segmentAt(parseLsn(lsn)));

const segmentBytes = 1n << 24n;
/** Where a segment begins: what `segmentAt` took apart. */
const startOf = (segment: string): bigint => parseLsn(`${segment.slice(0, 8)}/${segment.slice(14)}000000`);

/**
 * Where a recovery from this base backup would break off, because the archive lacks the next segment and holds later ones.
 * A segment may be compressed, and so renamed, while the folder is read: what is missing is looked for twice.
 */
export function breakOf(folder: string, base: BaseBackup): ArchiveBreak | undefined {
  const earlier = segmentsOnTheWay(folder, base);
  const segments = segmentsOnTheWay(folder, base);
  const known = new Set([...earlier, ...segments]);
  let next = startOf(base.startSegment.slice(8));
  while (known.has(segmentAt(next))) next += segmentBytes;
  return breakBehind(segments, segmentAt(next - segmentBytes));
}

/** What a restore can begin with; none when the folder is no archive. */
export const restorableBases = (folder: string): BaseBackup[] =>
  archiveIdentity(folder) === undefined ? [] : usableBases(folder);

/** What a look at a file finds; undefined when the file was removed meanwhile. Any other failure is thrown. */
export const unlessGone = <Found>(look: Promise<Found>): Promise<Found | undefined> =>
  look.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** A rename or a new file survives a crash of the machine only when its folder was synced as well. */
export function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
