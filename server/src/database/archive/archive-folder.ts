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
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { StartupError } from '../../startup-error.ts';
import { type Account, checkEnterable } from '../embedded/account.ts';
import { giveToOwnerOf } from '../file-owner.ts';
import { parseLsn } from '../lsn.ts';
import { readIfExists } from '../read-if-exists.ts';
import { syncFolder } from '../sync-folder.ts';
import { isOwner, readOwner, writeOwner } from './archive-owner.ts';
import { postgresTime, restoreTimeText } from './restore-time.ts';

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

/** The timeline of a cluster that was stopped: of the checkpoint in its control file. */
export function clusterTimeline(cluster: string): number {
  const handle = openSync(join(cluster, 'global', 'pg_control'), 'r');
  const bytes = Buffer.alloc(4);
  readSync(handle, bytes, 0, 4, 48);
  closeSync(handle);
  return bytes.readUInt32LE();
}

/**
 * The system identifier of the cluster that this archive belongs to; undefined before its first use. @throws when it cannot be read
 */
export const archiveIdentity = (folder: string): string | undefined =>
  readIfExists(identityFile(folder))?.trim();

/**
 * Prevents a start that would create a new database although the archive contains one: DATA_DIR was lost, and the operator must
 * restore it. @throws StartupError
 */
export function checkNothingToRestore({ folder }: ArchiveOptions, dataDir: string): void {
  if (archiveIdentity(folder) !== undefined)
    throw new StartupError(archiveTexts.databaseMissing(dataDir, folder));
}

/**
 * Refuses a folder that is not an archive: its files would become private to the server, and what looks unfinished would be deleted.
 * `lost+found` is in the root of each new disk. Refuses an empty one, or none, where this database has archived before: the disk is not
 * mounted, and the archive on it would lack what is written until it is. @throws StartupError
 */
export function checkArchiveFolder({ folder }: ArchiveOptions, dataDir: string): void {
  if (archiveIdentity(folder) !== undefined) return;
  if (archivedInto(dataDir) === folder)
    throw new StartupError(archiveTexts.away(folder, archiveMarkerFile(dataDir)));
  if (!existsSync(folder)) return;
  const own = [segmentsOf(folder), basesOf(folder)];
  const isForeign = (path: string) =>
    own.includes(path) ? readdirSync(path).length > 0 : path !== join(folder, 'lost+found');
  if (readdirSync(folder).some((name) => isForeign(join(folder, name))))
    throw new StartupError(archiveTexts.notAnArchive(folder));
}

/**
 * The folder into which a restored cluster archives until a server starts on it as the owner of the archive. In the archive itself
 * the log of a copy would stand beside that of the running shop.
 */
export function openStagedSegments(cluster: string, account: Account): string {
  const folder = stagedSegments(cluster);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}
const stagedSegments = (cluster: string): string => join(cluster, 'almas.archived');

/** Moves the segments that the recovery of this cluster has archived into the archive, without replacing any. Can be repeated. */
function takeStagedSegments(archive: string, cluster: string): void {
  const staged = stagedSegments(cluster);
  if (!existsSync(staged)) return;
  const segments = segmentsOf(archive);
  for (const name of readdirSync(staged).filter((file) => !file.startsWith('archtemp'))) {
    if (existsSync(join(segments, name)) || existsSync(join(segments, `${name}.gz`))) continue;
    const part = join(segments, `archtemp.${name}`);
    copyFileSync(join(staged, name), part);
    giveToOwnerOf(part, join(staged, name));
    const handle = openSync(part, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(part, join(segments, name));
  }
  syncFolder(segments);
  rmSync(staged, { recursive: true, force: true });
}

/** Whether the database of `dataDir` may archive into this archive: it is the owner, or the archive has none. @throws StartupError */
export function mayArchive({ folder }: ArchiveOptions, dataDir: string): boolean {
  const known = archiveIdentity(folder);
  if (known === undefined) return true;
  if (known !== clusterIdentity(join(dataDir, 'postgres')))
    throw new StartupError(archiveTexts.otherDatabase(folder));
  if (readOwner(folder)) return isOwner(folder, dataDir);
  // An archive of a version before owners: its database has noted that everything is archived here.
  return archivedInto(dataDir) === folder;
}

/** The file that names the ARCHIVE_DIR into which this database has archived everything since its last base backup there. */
export const archiveMarkerFile = (dataDir: string): string => join(dataDir, 'postgres.archived');

/** The ARCHIVE_DIR that this file names. */
export const archivedInto = (dataDir: string): string | undefined => readIfExists(archiveMarkerFile(dataDir));

/** The owner as the operator knows it. */
export function ownerText(folder: string): string {
  const owner = readOwner(folder);
  return owner ? archiveTexts.owner(owner.dataDir, owner.host) : archiveTexts.unknownOwner;
}

const historyName = (timeline: number) => `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;

/**
 * The archive needs the history of the timeline of this cluster. @throws StartupError when it holds another timeline of that number
 */
export function checkTimeline(folder: string, cluster: string): void {
  const name = historyName(clusterTimeline(cluster));
  const [own, archived] = [join(cluster, 'pg_wal', name), join(segmentsOf(folder), name)];
  if (existsSync(own) && existsSync(archived) && !readFileSync(own).equals(readFileSync(archived)))
    throw new StartupError(archiveTexts.timelineTaken(folder));
}

/** Creates the folders of the archive for the account of PostgreSQL. @throws StartupError when the archive cannot be used */
export function openArchive(options: ArchiveOptions, dataDir: string, account: Account): void {
  const { folder } = options;
  const cluster = join(dataDir, 'postgres');
  if (!mayArchive(options, dataDir))
    throw new StartupError(archiveTexts.belongsToAnother(folder, ownerText(folder)));
  checkTimeline(folder, cluster);
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
  if (archiveIdentity(folder) === undefined)
    writeFileSync(identityFile(folder), `${clusterIdentity(cluster)}\n`, { mode: 0o600 });
  // A crash of PostgreSQL during a copy leaves an unfinished file.
  for (const name of readdirSync(segmentsOf(folder)))
    if (name.startsWith('archtemp')) rmSync(join(segmentsOf(folder), name), { force: true });
  takeStagedSegments(folder, cluster);
  // Last: until the history of a new timeline is in the archive, a recovery follows the former one.
  writeOwner(folder, dataDir, { timeline: clusterTimeline(cluster), newest: newestSegments(folder) });
}

/** Settings that archive each finished segment of the log: basic_archive syncs the copy and never overwrites other content. */
export function archiveSettings(
  options: ArchiveOptions | undefined,
  into = options && segmentsOf(options.folder),
): Record<string, string> {
  if (!options || into === undefined) return {};
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': into,
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

/** The timeline that a recovery follows, and the positions at which its ancestors were left. */
interface Line {
  readonly current: number;
  readonly ends: ReadonlyMap<number, LineEnd>;
}
interface LineEnd {
  readonly position: bigint;
  /** When the first transaction after it was committed, in milliseconds since 1970; Infinity when none was left out. */
  readonly before: number;
}

/** The timeline `chosen`, else that of the shop; in an archive without an owner the newest one. Undefined without any. */
function lineOf(folder: string, chosen?: number): Line | undefined {
  const segments = segmentsOf(folder);
  const newest = () =>
    readdirSync(segments)
      .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
      .map((name) => Number.parseInt(name.slice(0, 8), 16))
      .sort((a, b) => a - b)
      .at(-1);
  const current = chosen ?? readOwner(folder)?.timelines.at(-1) ?? newest();
  if (current === undefined) return undefined;
  const ends = new Map<number, LineEnd>();
  const history = join(segments, historyName(current));
  // Newest first: a restore to before the fork of its own timeline leaves the ones above it there too.
  let end: LineEnd | undefined;
  for (const line of existsSync(history) ? readFileSync(history, 'utf8').split('\n').reverse() : []) {
    const [timeline, lsn, reason, ...time] = line.trim().split(/\s+/);
    if (!timeline || !lsn || !/^\d+$/.test(timeline)) continue;
    const position = parseLsn(lsn);
    if (end === undefined || position < end.position)
      end = { position, before: reason === 'before' ? postgresTime(time.join(' ')) : Infinity };
    ends.set(Number(timeline), end);
  }
  return { current, ends };
}

/** The timeline that a recovery from this base backup follows. */
export const followedTimeline = (folder: string, base: BaseBackup, chosen?: number): number =>
  lineOf(folder, chosen)?.current ?? base.timeline;

/** Hours that the shop had on a timeline which a restore to an earlier time has left. In milliseconds since 1970. */
export interface AbandonedHours {
  readonly timeline: number;
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** In chronological order. A recovery along the shop's timeline to one of them would end before it. */
export function abandonedHours(folder: string): AbandonedHours[] {
  const owner = readOwner(folder);
  const line = lineOf(folder);
  if (!owner || !line) return [];
  let began = 0;
  const hours: AbandonedHours[] = [];
  for (const { timeline, until } of owner.former ?? []) {
    const left = timeline === line.current ? Infinity : (line.ends.get(timeline)?.before ?? 0);
    const from = Math.max(began, left);
    if (from < until) hours.push({ timeline, from, to: until });
    began = until;
  }
  return hours;
}

/** The base backups from which the followed timeline can be reached: not those that ended after a restore had left theirs. */
export function usableBases(folder: string, chosen?: number): BaseBackup[] {
  const line = lineOf(folder, chosen);
  if (!line) return listBases(folder);
  const { current, ends } = line;
  return listBases(folder).filter(({ timeline, stopLsn }) => {
    const end = ends.get(timeline);
    return timeline === current || (end !== undefined && parseLsn(stopLsn) <= end.position);
  });
}

/** The newest base backup that had ended at this moment. One that ended in the future was taken while the clock was ahead. */
export const baseBefore = (bases: readonly BaseBackup[], moment: number): BaseBackup | undefined =>
  bases.findLast(({ endedAt }) => endedAt <= moment);

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

/** Whether a recovery along this line reads the segment of that timeline. Segments as names without the timeline. */
const isOnLine = ({ current, ends }: Line, timeline: number, segment: string): boolean => {
  const end = ends.get(timeline);
  return timeline === current || (end !== undefined && segment < segmentAt(end.position));
};

/** The complete segments in the archive. */
const listSegments = (folder: string) =>
  readdirSync(segmentsOf(folder)).flatMap((name) => {
    const [, whole] = segmentName.exec(name) ?? [];
    return whole === undefined
      ? []
      : [{ name, timeline: Number.parseInt(whole.slice(0, 8), 16), segment: whole.slice(8) }];
  });

/** The segments that a recovery of the shop reads; all of them while no timeline is known. */
function segmentsOfShop(folder: string) {
  const line = lineOf(folder);
  return listSegments(folder).filter(({ timeline, segment }) => !line || isOnLine(line, timeline, segment));
}

/** Of each timeline in the archive, for its owner. */
function newestSegments(folder: string): Record<number, string> {
  const newest: Record<number, string> = {};
  for (const { timeline, segment } of listSegments(folder))
    if (segment > (newest[timeline] ?? '')) newest[timeline] = segment;
  return newest;
}

/** A timeline that the recovery of the shop does not follow, although segments were archived on it after the fork. */
export interface OtherTimeline {
  readonly timeline: number;
  /** When its newest segment was archived, in milliseconds since 1970. */
  readonly archivedAt: number;
  /** Whether that was after the shop began to archive its own timeline. */
  readonly isLater: boolean;
}

/**
 * The timelines of another database: those that the shop never had, and former ones on which segments still arrived after the shop
 * had left them. In an archive without an owner, all that end after the fork.
 */
export async function foreignTimelines(folder: string): Promise<OtherTimeline[]> {
  const owner = readOwner(folder);
  const segments = listSegments(folder);
  const line = lineOf(folder) ?? { current: segments[0]?.timeline ?? 1, ends: new Map() };
  const found = new Map<number, OtherTimeline>();
  for (const { name, timeline, segment } of segments) {
    if (isOnLine(line, timeline, segment)) continue;
    const file = await ignoreMissing(stat(join(segmentsOf(folder), name)));
    const archivedAt = file?.mtimeMs ?? 0;
    // By its name: a copy of the archive need not have the modification times.
    const isLater = owner?.newest
      ? segment > (owner.newest[timeline] ?? '')
      : archivedAt > (owner?.since ?? 0);
    if (owner?.timelines.includes(timeline) && !isLater) continue;
    const before = found.get(timeline);
    found.set(timeline, {
      timeline,
      archivedAt: Math.max(before?.archivedAt ?? 0, archivedAt),
      isLater: isLater || before?.isLater === true,
    });
  }
  return [...found.values()];
}

/**
 * Two databases may be the shop: another timeline went on after the shop began to archive its own, or nothing says whose archive this
 * is. @throws StartupError which asks for --timeline
 */
export async function checkOneTimeline(folder: string): Promise<void> {
  const owner = readOwner(folder);
  const others = (await foreignTimelines(folder)).filter(({ isLater }) => owner === undefined || isLater);
  const current = lineOf(folder)?.current;
  if (others.length === 0 || current === undefined) return;
  const archivedAt = await newestAt(folder, segmentsOfShop(folder));
  const choices = [{ timeline: current, archivedAt }, ...others].sort((a, b) => a.timeline - b.timeline);
  const texts = choices.map((choice) =>
    archiveTexts.timeline(choice.timeline, restoreTimeText(choice.archivedAt)),
  );
  throw new StartupError(archiveTexts.twoTimelines(folder, texts.join(', ')));
}

/** The newest modification time of these segments; 0 without any. */
async function newestAt(folder: string, segments: readonly { readonly name: string }[]): Promise<number> {
  let newest = 0;
  // Compression may rename a segment meanwhile.
  for (const { name } of segments)
    newest = Math.max(newest, (await ignoreMissing(stat(join(segmentsOf(folder), name))))?.mtimeMs ?? 0);
  return newest;
}

/** When the newest segment of the shop was archived, in milliseconds since 1970; undefined without segments. */
export async function newestSegmentAt(folder: string): Promise<number | undefined> {
  return (await newestAt(folder, segmentsOfShop(folder))) || undefined;
}

/** The same of one segment (its name without the timeline). */
export async function segmentArchivedAt(folder: string, wanted: string): Promise<number | undefined> {
  return (
    (await newestAt(
      folder,
      segmentsOfShop(folder).filter(({ segment }) => segment === wanted),
    )) || undefined
  );
}

/** The archived segments that a recovery reads, sorted; names without the timeline. */
export function segmentsToFollow(folder: string, base: BaseBackup, chosen?: number): string[] {
  const line = lineOf(folder, chosen) ?? { current: base.timeline, ends: new Map<number, LineEnd>() };
  const found = listSegments(folder)
    .filter(({ timeline, segment }) => isOnLine(line, timeline, segment))
    .map(({ segment }) => segment);
  return [...new Set(found)].sort();
}

/** The break after the segment `at`; undefined when it is the newest one. */
function breakAfter(segments: readonly string[], at: string): ArchiveBreak | undefined {
  const newest = segments.at(-1);
  return newest === undefined || newest <= at ? undefined : { at, newest };
}

/** The break after the segment in which a recovery ended, in what was archived when it began; undefined when it is the newest one. */
export const breakAfterLsn = (segments: readonly string[], lsn: string): ArchiveBreak | undefined =>
  breakAfter(segments, segmentAt(parseLsn(lsn)));

const segmentBytes = 1n << 24n;
/** The position at which a segment begins: the inverse of `segmentAt`. */
const startOf = (segment: string): bigint => parseLsn(`${segment.slice(0, 8)}/${segment.slice(14)}000000`);

/**
 * The first break in a recovery from this base backup: the archive lacks the next segment and has later ones. The folder is read
 * twice, because compression may rename a segment during one read.
 */
export function breakOf(folder: string, base: BaseBackup): ArchiveBreak | undefined {
  const earlier = segmentsToFollow(folder, base);
  const segments = segmentsToFollow(folder, base);
  const known = new Set([...earlier, ...segments]);
  let next = startOf(base.startSegment.slice(8));
  while (known.has(segmentAt(next))) next += segmentBytes;
  return breakAfter(segments, segmentAt(next - segmentBytes));
}

/** The base backups that a restore can use; none when the folder is not an archive. */
export const restorableBases = (folder: string, chosen?: number): BaseBackup[] =>
  archiveIdentity(folder) === undefined ? [] : usableBases(folder, chosen);

/** The result of a file operation; undefined when the file does not exist. @throws any other error */
export const ignoreMissing = <Result>(operation: Promise<Result>): Promise<Result | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
