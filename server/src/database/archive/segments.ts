import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type BaseBackup,
  listBases,
  segmentName,
  segmentsOf,
  syncFolder,
  unlessGone,
  usableBases,
} from './archive-folder.ts';

/**
 * Compresses the segments that PostgreSQL has copied: one that was closed by archive_timeout is 16 MB and almost empty.
 * A segment that is archived a second time replaces nothing: the same content is dropped, another one stays beside it
 * and is named. @returns the segments of which the archive now holds two contents
 */
export async function compressSegments(archive: string, signal: AbortSignal): Promise<string[]> {
  const folder = segmentsOf(archive);
  const conflicts: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (signal.aborted) return conflicts;
    const path = join(folder, name);
    if (name.endsWith('.gz.part')) rmSync(path, { force: true });
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    if (existsSync(`${path}.gz`)) {
      if (await holdsSame(path, `${path}.gz`)) rmSync(path);
      else conflicts.push(name);
      continue;
    }
    const { atime, mtime } = await stat(path);
    const part = `${path}.gz.part`;
    await pipeline(
      createReadStream(path),
      createGzip({ level: 6 }),
      createWriteStream(part, { mode: 0o600 }),
      { signal },
    );
    const file = await open(part, 'r+');
    await file.sync();
    await file.close();
    // When it was archived: how far a restore can go.
    await utimes(part, atime, mtime);
    renameSync(part, `${path}.gz`);
    syncFolder(folder);
    rmSync(path);
  }
  return conflicts;
}

async function holdsSame(plain: string, compressed: string): Promise<boolean> {
  const file = await open(plain, 'r');
  try {
    let position = 0;
    for await (const part of createReadStream(compressed).pipe(createGunzip())) {
      const other = Buffer.alloc((part as Buffer).length);
      const { bytesRead } = await file.read(other, 0, other.length, position);
      if (bytesRead !== other.length || !other.equals(part as Buffer)) return false;
      position += other.length;
    }
    return position === (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** When the newest segment was archived, in milliseconds since 1970. */
export async function newestSegmentAt(archive: string): Promise<number | undefined> {
  const folder = segmentsOf(archive);
  let newest: number | undefined;
  for (const name of readdirSync(folder)) {
    if (!segmentName.test(name)) continue;
    // A segment may be compressed, and so renamed, in this moment.
    const found = await unlessGone(stat(join(folder, name)));
    if (found) newest = Math.max(newest ?? 0, found.mtimeMs);
  }
  return newest;
}

/** When this segment, named without its timeline, was archived last. */
export async function segmentArchivedAt(archive: string, segment: string): Promise<number | undefined> {
  const folder = segmentsOf(archive);
  let newest: number | undefined;
  for (const name of readdirSync(folder)) {
    if (segmentName.exec(name)?.[1]?.slice(8) !== segment) continue;
    const found = await unlessGone(stat(join(folder, name)));
    if (found) newest = Math.max(newest ?? 0, found.mtimeMs);
  }
  return newest;
}

const day = 86_400_000;

/**
 * Removes what no restore within `retentionDays` needs: base backups but those of these days and the one before them,
 * and the segments older than the oldest base backup that stays. Without a usable base backup nothing is removed.
 */
export function removeExpired(archive: string, retentionDays: number, now: number): void {
  const usable = usableBases(archive);
  const begin = now - retentionDays * day;
  const first = usable.findLast(({ endedAt }) => endedAt <= begin) ?? usable[0];
  if (!first) return;
  const kept = usable.filter(({ endedAt }) => endedAt >= first.endedAt);
  const keptFolders = new Set(kept.map(({ folder }) => folder));
  // Also those of a past that was left by a restore.
  for (const base of listBases(archive))
    if (!keptFolders.has(base.folder) && base.endedAt < begin) removeBase(base);
  // The timeline is not compared: a segment of another one with this number may be needed as well.
  const oldest = kept
    .map(({ startSegment }) => startSegment.slice(8))
    .sort()
    .at(0);
  const folder = segmentsOf(archive);
  for (const name of readdirSync(folder)) {
    const [, segment] = /^[0-9A-F]{8}([0-9A-F]{16})(?:\.gz|\.[0-9A-F]{8}\.backup)?$/.exec(name) ?? [];
    if (segment !== undefined && oldest !== undefined && segment < oldest)
      rmSync(join(folder, name), { force: true });
  }
}

/** Its manifest first: without it a folder is no base backup. */
function removeBase({ folder }: BaseBackup): void {
  rmSync(join(folder, 'manifest.json'), { force: true });
  rmSync(folder, { recursive: true, force: true });
}
