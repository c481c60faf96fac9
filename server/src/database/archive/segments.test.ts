import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { baseBefore, basesOf, newestSegmentAt, segmentsOf, usableBases } from './archive-folder.ts';
import { compressSegments, removeExpired } from './segments.ts';

const archive = mkdtempSync(join(tmpdir(), 'almas-archive-'));
afterAll(() => rmSync(archive, { recursive: true, force: true }));
beforeEach(() => {
  for (const folder of [segmentsOf(archive), basesOf(archive)]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
});
const never = new AbortController().signal;
const segment = (number: number, timeline = 1) =>
  [timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
const archived = (name: string, content = name) => writeFileSync(join(segmentsOf(archive), name), content);
const segments = () => readdirSync(segmentsOf(archive)).sort();
const day = 86_400_000;
const now = Date.parse('2026-03-20T12:00:00Z');

/** A base backup that ended so many days ago and begins with this segment. */
function base(daysAgo: number, first: number, { timeline = 1, whole = true } = {}): string {
  const folder = join(basesOf(archive), `base-${daysAgo}-${timeline}`);
  mkdirSync(folder);
  const manifest = {
    endedAt: now - daysAgo * day,
    timeline,
    startLsn: `0/${first.toString(16)}000028`,
    stopLsn: `0/${first.toString(16)}000100`,
    startSegment: segment(first, timeline),
    bytes: 1,
  };
  if (whole) writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

describe('archived segments', () => {
  test('archived segments are compressed and keep the time at which they were archived', async () => {
    archived(segment(1), 'x'.repeat(10_000));
    const at = new Date('2026-03-02T10:00:00Z');
    utimesSync(join(segmentsOf(archive), segment(1)), at, at);
    expect(await compressSegments(archive, never)).toEqual([]);
    expect(segments()).toEqual([`${segment(1)}.gz`]);
    expect(statSync(join(segmentsOf(archive), `${segment(1)}.gz`)).size).toBeLessThan(1_000);
    expect(await newestSegmentAt(archive)).toBe(at.getTime());
  });

  // Turned red by: the owner of each file set anew, which the filter of the unit refuses to a service also for its own files.
  test('a service to which the system refuses to change owners compresses segments', async () => {
    const refuse = () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    };
    const { chownSync, fchownSync } = fs;
    const probe = await fs.promises.open(join(archive, 'probe'), 'w');
    vi.spyOn(Object.getPrototypeOf(probe), 'chown').mockImplementation(refuse);
    await probe.close();
    onTestFinished(() => {
      vi.restoreAllMocks();
      Object.assign(fs, { chownSync, fchownSync });
      syncBuiltinESMExports();
    });
    vi.spyOn(process, 'getuid').mockReturnValue(1_000);
    Object.assign(fs, { chownSync: refuse, fchownSync: refuse });
    syncBuiltinESMExports();
    archived(segment(1));
    expect(await compressSegments(archive, never)).toEqual([]);
    expect(segments()).toEqual([`${segment(1)}.gz`]);
  });

  test('a segment that is archived again is dropped when it is the same, and kept and reported when it differs', async () => {
    archived(segment(1), 'first');
    archived(segment(2), 'first');
    await compressSegments(archive, never);
    archived(segment(1), 'first');
    archived(segment(2), 'other');
    expect(await compressSegments(archive, never)).toEqual([segment(2)]);
    expect(segments()).toEqual([`${segment(1)}.gz`, segment(2), `${segment(2)}.gz`]);
  });
});

describe('expired backups and segments', () => {
  test('removeExpired() keeps the last base backup before the first restorable day, and the segments from it on', () => {
    const kept = [base(8, 20), base(1, 30), base(0, 40)];
    const gone = base(9, 10);
    for (const number of [5, 10, 19, 20, 30, 31]) archived(`${segment(number)}.gz`);
    archived(`${segment(10)}.00000028.backup`);
    archived('00000002.history', '1\t0/FF000000\tno recovery target\n');
    removeExpired(archive, 7, now);
    expect(existsSync(gone)).toBe(false);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
    expect(segments()).toEqual(
      ['00000002.history', ...[20, 30, 31].map((number) => `${segment(number)}.gz`)].sort(),
    );
  });

  // Turned red by: the clock alone, which was 30 days ahead when the base backup was taken.
  test('removeExpired() keeps the restorable days before the former base backup, whatever the clock says', () => {
    const kept = [6, 2, 1].map((daysAgo) => base(daysAgo, 100 - daysAgo));
    for (const number of [93, 94, 99]) archived(`${segment(number)}.gz`);
    base(-30, 100);
    removeExpired(archive, 7, now + 30 * day);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
    expect(segments()).toEqual([94, 99].map((number) => `${segment(number)}.gz`));
    // The clock was corrected.
    base(0, 101);
    removeExpired(archive, 7, now);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
  });

  // Turned red by: the segments kept from the first base backup by its time, which a clock that is ahead moves to the end.
  test('removeExpired() removes a base backup of a later date with the segments before the first restorable day', () => {
    const kept = [base(8, 20), base(1, 30), base(0, 40)];
    const ahead = base(-1_000, 10);
    for (const number of [10, 19, 20, 30, 40]) archived(`${segment(number)}.gz`);
    removeExpired(archive, 7, now);
    expect(existsSync(ahead)).toBe(false);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
    expect(segments()).toEqual([20, 30, 40].map((number) => `${segment(number)}.gz`));
  });

  test('removeExpired() keeps a base backup of a later date within the restorable days', () => {
    const kept = [base(8, 20), base(-1_000, 25), base(0, 40)];
    removeExpired(archive, 7, now);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
  });

  // Turned red by: all base backups of a later date passed over, although it is the clock that is behind.
  test('removeExpired() keeps the restorable days when the clock is behind for a night', () => {
    const kept = [base(2, 10), base(1, 20), base(20_000, 30)];
    for (const number of [10, 20, 30]) archived(`${segment(number)}.gz`);
    removeExpired(archive, 7, now - 20_000 * day);
    removeExpired(archive, 7, now);
    for (const folder of kept) expect(existsSync(folder)).toBe(true);
    expect(segments()).toEqual([10, 20, 30].map((number) => `${segment(number)}.gz`));
  });

  test('removeExpired() removes nothing while there is no complete base backup', () => {
    base(30, 1, { whole: false });
    archived(`${segment(1)}.gz`);
    removeExpired(archive, 7, now);
    expect(segments()).toEqual([`${segment(1)}.gz`]);
  });

  test('removeExpired() never removes the only base backup, however old it is', () => {
    const only = base(400, 7);
    archived(`${segment(7)}.gz`);
    removeExpired(archive, 7, now);
    expect(existsSync(only)).toBe(true);
    expect(segments()).toEqual([`${segment(7)}.gz`]);
  });
});

test('a base backup of a timeline that a restore has left cannot be used', () => {
  base(3, 10);
  base(2, 40);
  base(1, 22, { timeline: 2 });
  archived('00000002.history', '1\t0/15000000\tbefore 2026-03-18\n');
  expect(usableBases(archive).map(({ startSegment }) => startSegment)).toEqual([segment(10), segment(22, 2)]);
});

// Turned red by: the newest base backup, whatever its time: none would be taken until then.
test('a base backup that ended in the future, because the clock was ahead, is not the newest one', () => {
  base(2, 10);
  base(-30, 20);
  expect(baseBefore(usableBases(archive), now)?.endedAt).toBe(now - 2 * day);
  expect(baseBefore(usableBases(archive), now + 31 * day)?.endedAt).toBe(now + 30 * day);
});
