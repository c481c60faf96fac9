import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { giveToOwnerOf } from '../file-owner.ts';
import { syncFolder } from '../sync-folder.ts';
import { type BaseBackup, listBases, segmentsOf, usableBases } from './archive-folder.ts';

/**
 * Compresses the segments that PostgreSQL has archived: one that archive_timeout closed has 16 MB and is almost empty. A segment
 * that is archived again never replaces the first: it is deleted when its content is the same, and otherwise kept beside it.
 * @returns the segments that are archived with two different contents
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
    try {
      giveToOwnerOf(file.fd, path);
      await file.sync();
    } finally {
      await file.close();
    }
    // The modification time is when the segment was archived: the last time that can be restored.
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

const day = 86_400_000;

/** More than the time between two nightly base backups. */
const longestStep = 2 * day;

/** The first segment of a base backup without its timeline: a segment of another timeline with this number may be needed too. */
const beginOf = ({ startSegment }: BaseBackup): string => startSegment.slice(8);

/**
 * Removes what no restore within `retentionDays` needs. It keeps the base backups of these days, the one before them, and the
 * segments from the oldest kept base backup on. Without a usable base backup it removes nothing. The days are counted from `now`, but
 * at most two days after the base backup before the newest one: the clock may be far ahead for a moment.
 *
 * A base backup of a later date, taken while the clock was ahead, goes with the segments at which it begins. Without any from before
 * the days it counts like the others: it may be the clock that is behind.
 */
export function removeExpired(archive: string, retentionDays: number, now: number): void {
  const usable = usableBases(archive);
  const before = listBases(archive).at(-2)?.endedAt ?? now;
  const begin = Math.min(now, before + longestStep) - retentionDays * day;
  const last = usable.findLast(({ endedAt }) => endedAt <= begin);
  const needed = last ? usable.filter(({ endedAt }) => endedAt >= last.endedAt && endedAt <= now) : usable;
  const oldest = needed.map(beginOf).sort().at(0);
  if (oldest === undefined) return;
  const neededFolders = new Set(needed.map(({ folder }) => folder));
  // Includes base backups of timelines that a restore has left.
  for (const base of listBases(archive))
    if (beginOf(base) < oldest || (!neededFolders.has(base.folder) && base.endedAt < begin)) removeBase(base);
  const folder = segmentsOf(archive);
  for (const name of readdirSync(folder)) {
    const [, segment] = /^[0-9A-F]{8}([0-9A-F]{16})(?:\.gz|\.[0-9A-F]{8}\.backup)?$/.exec(name) ?? [];
    if (segment !== undefined && segment < oldest) rmSync(join(folder, name), { force: true });
  }
}

/** Deletes the manifest first: a folder without one does not count as a base backup. */
function removeBase({ folder }: BaseBackup): void {
  rmSync(join(folder, 'manifest.json'), { force: true });
  rmSync(folder, { recursive: true, force: true });
}
