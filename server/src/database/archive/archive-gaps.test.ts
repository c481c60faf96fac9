import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  abandonedHours,
  basesOf,
  foreignTimelines,
  segmentsOf,
  segmentsToFollow,
  usableBases,
} from './archive-folder.ts';
import { archiveGaps } from './archive-state.ts';

const archive = mkdtempSync(join(tmpdir(), 'almas-gaps-'));
afterAll(() => rmSync(archive, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(join(archive, 'owner.json'), { force: true });
  for (const folder of [segmentsOf(archive), basesOf(archive)]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(archive, 'database.id'), '1\n');
});

const begin = Date.parse('2026-03-20T12:00:00Z');
const minute = (number: number) => begin + number * 60_000;
const part = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
/** The segment of this number, without its timeline. */
const segment = (number: number) => part(Math.floor(number / 256)) + part(number % 256);

/** Segments that were archived in the minute of their number. */
function archived(numbers: readonly number[], { timeline = 1, ending = '' } = {}): void {
  for (const number of numbers) {
    const path = join(segmentsOf(archive), `${part(timeline)}${segment(number)}${ending}`);
    writeFileSync(path, '');
    utimesSync(path, minute(number) / 1_000, minute(number) / 1_000);
  }
}

/** A base backup that ended in this minute and begins with this segment. */
function base(ended: number, first: number, timeline = 1): void {
  const folder = join(basesOf(archive), String(ended));
  mkdirSync(folder);
  const lsn = `0/${first.toString(16)}000028`;
  const manifest = {
    endedAt: minute(ended),
    timeline,
    startLsn: lsn,
    stopLsn: lsn,
    startSegment: part(timeline) + segment(first),
    bytes: 1,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

test('an archive with every segment from its base backup on, compressed or not, has no gap', async () => {
  base(2, 2);
  archived([1, 2, 3], { ending: '.gz' });
  archived([3, 4]);
  expect(await archiveGaps(archive)).toEqual([]);
});

test('a base backup whose first segment is not archived yet is no gap', async () => {
  base(4, 4);
  archived([2, 3]);
  expect(await archiveGaps(archive)).toEqual([]);
});

test('a missing segment is a gap after the segment before it, and is reported with the newest segment', async () => {
  base(2, 2);
  archived([2, 3, 5, 6]);
  expect(await archiveGaps(archive)).toEqual([
    { at: segment(3), newest: segment(6), from: minute(3), to: undefined },
  ]);
});

test('a gap before a later base backup ends with it', async () => {
  base(2, 2);
  base(6, 6);
  archived([2, 3, 5, 6, 7]);
  expect(await archiveGaps(archive)).toEqual([
    { at: segment(3), newest: segment(7), from: minute(3), to: minute(6) },
  ]);
});

test('a gap after the newest base backup is reported once, from the last segment that a restore can read', async () => {
  base(2, 2);
  base(4, 4);
  archived([2, 3, 4, 6]);
  expect(await archiveGaps(archive)).toEqual([
    { at: segment(4), newest: segment(6), from: minute(4), to: undefined },
  ]);
});

test('a base backup without its own first segment can be restored to no time after its end', async () => {
  base(2, 2);
  base(6, 5);
  archived([2, 3, 4, 6]);
  expect(await archiveGaps(archive)).toEqual([
    { at: segment(4), newest: segment(6), from: minute(4), to: minute(6) },
    { at: segment(4), newest: segment(6), from: minute(6), to: undefined },
  ]);
});

test('the last segment of a log file is followed by the first segment of the next log file', async () => {
  base(2, 254);
  archived([254, 255, 256, 257]);
  expect(await archiveGaps(archive)).toEqual([]);
});

test('the segments of a former timeline are read up to where the next one begins, and none after it', async () => {
  base(2, 2);
  archived([2, 3, 4, 9]);
  archived([4, 5], { timeline: 2 });
  writeFileSync(join(segmentsOf(archive), '00000002.history'), '1\t0/4000100\tno recovery target\n');
  expect(await archiveGaps(archive)).toEqual([]);
});

// Turned red by: each timeline left at its own line of the history alone.
test('a restore to a time before an earlier restore leaves both timelines there: base backups and segments after it count no more', () => {
  base(2, 2);
  base(7, 7);
  base(12, 6, 3);
  archived([2, 3, 4, 5, 6, 7, 8]);
  archived([9, 10], { timeline: 2 });
  archived([4, 5, 6], { timeline: 3 });
  writeFileSync(join(segmentsOf(archive), '00000002.history'), '1\t0/9000000\tno recovery target\n');
  // PostgreSQL names the followed timeline as the parent, although the recovery ended before its fork.
  writeFileSync(
    join(segmentsOf(archive), '00000003.history'),
    '1\t0/9000000\tno recovery target\n\n2\t0/4001F00\tbefore a transaction\n',
  );
  const usable = usableBases(archive);
  expect(usable.map(({ endedAt }) => endedAt)).toEqual([minute(2), minute(12)]);
  const [first] = usable;
  if (!first) throw new Error('no base backup');
  expect(segmentsToFollow(archive, first)).toEqual([2, 3, 4, 5, 6].map(segment));
});

const owned = (timelines: readonly number[], more: object = {}) =>
  writeFileSync(
    join(archive, 'owner.json'),
    JSON.stringify({ id: 'id', host: 'host', dataDir: '/data', timelines, since: minute(15), ...more }),
  );

// Turned red by: modification times, which a copy of the archive need not have.
test('segments on a former timeline count as those of another database when they are newer than the one that the shop left there', async () => {
  archived([2, 3, 4, 5, 20]);
  archived([4, 5], { timeline: 2 });
  writeFileSync(join(segmentsOf(archive), '00000002.history'), '1\t0/4000100\tno recovery target\n');
  owned([1, 2], { newest: { 1: segment(20) } });
  expect(await foreignTimelines(archive)).toEqual([]);
  owned([1, 2], { newest: { 1: segment(5) } });
  expect(await foreignTimelines(archive)).toMatchObject([{ timeline: 1, isLater: true }]);
  // An owner file of an earlier version has their times alone.
  owned([1, 2]);
  expect(await foreignTimelines(archive)).toMatchObject([{ timeline: 1, isLater: true }]);
});

test('the hours that restores in place have abandoned are named with the timeline that the shop had then', () => {
  const before = (number: number) =>
    `before ${new Date(minute(number)).toISOString().replace('T', ' ').replace('Z', '+00')}`;
  writeFileSync(join(segmentsOf(archive), '00000002.history'), `1\t0/4000100\t${before(4)}\n`);
  owned([1, 2], { former: [{ timeline: 1, until: minute(15) }] });
  expect(abandonedHours(archive)).toEqual([{ timeline: 1, from: minute(4), to: minute(15) }]);
  // From timeline 2, which was left at minute 30, to before its own beginning.
  writeFileSync(
    join(segmentsOf(archive), '00000003.history'),
    `1\t0/4000100\t${before(4)}\n\n2\t0/3000100\t${before(3)}\n`,
  );
  const former = [
    { timeline: 1, until: minute(15) },
    { timeline: 2, until: minute(30) },
  ];
  owned([1, 2, 3], { former, since: minute(30) });
  expect(abandonedHours(archive)).toEqual([
    { timeline: 1, from: minute(3), to: minute(15) },
    { timeline: 2, from: minute(15), to: minute(30) },
  ]);
  // To the end of the log: nothing was left.
  writeFileSync(
    join(segmentsOf(archive), '00000002.history'),
    '1\t0/4000100\tno recovery target specified\n',
  );
  owned([1, 2], { former: former.slice(0, 1) });
  expect(abandonedHours(archive)).toEqual([]);
});
