import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { basesOf, segmentsOf } from './archive-folder.ts';
import { keepArchive } from './archive-keeper.ts';

const root = mkdtempSync(join(tmpdir(), 'almas-keeper-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dataDir = join(root, 'data');
const options = { folder: join(root, 'archive'), timeoutSeconds: 45, retentionDays: 7 };

/** What the keeper of a database writes to the log in its first round. */
async function warnings(): Promise<string[]> {
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) };
  const database = { superuserUrl: () => '', needsBaseBackup: false, pid: () => 0 };
  await keepArchive(options, dataDir, database, log)();
  return lines;
}

// Turned red by: an archive without an owner that counts as taken over, after which nothing is reported.
test('while the disk of the archive is away, the log says for how long nothing is archived, and not that another database took it over', async () => {
  const marks = join(dataDir, 'postgres', 'pg_wal', 'archive_status');
  mkdirSync(marks, { recursive: true });
  const ready = join(marks, '000000010000000000000001.ready');
  writeFileSync(ready, '');
  const since = new Date(Date.now() - 300_000);
  utimesSync(ready, since, since);
  const late = `L’archivage dans ${options.folder} a 300 s de retard`;
  expect(await warnings()).toEqual([expect.stringContaining(late)]);
  // The folder of the mount point, which is empty.
  mkdirSync(options.folder);
  expect(await warnings()).toEqual([expect.stringContaining(late)]);
});

test('the keeper of an archive that another database took over says so, and leaves it alone', async () => {
  const owner = { id: 'other', host: 'other', dataDir: '/other', timelines: [2], since: 0 };
  mkdirSync(options.folder, { recursive: true });
  writeFileSync(join(options.folder, 'owner.json'), JSON.stringify(owner));
  expect(await warnings()).toEqual([expect.stringContaining('a été reprise par la base du dossier /other')]);
});

// Turned red by: what has expired removed only after a base backup, for which a full disk has no room.
test('what has expired is removed on a disk that has no room for the next base backup', async () => {
  const archive = join(root, 'full');
  const shop = join(root, 'full-data');
  mkdirSync(shop);
  const owner = { id: 'shop', host: 'host', dataDir: shop, timelines: [1], since: 0 };
  for (const folder of [segmentsOf(archive), basesOf(archive)]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(shop, 'archive.id'), 'shop');
  writeFileSync(join(archive, 'owner.json'), JSON.stringify(owner));
  writeFileSync(join(archive, 'database.id'), '1');
  const nameOf = (number: number) => `0000000100000000000000${number}0`;
  for (const [days, number] of [
    [9, 1],
    [8, 2],
    [2, 3],
    [1, 4],
  ] as const) {
    const folder = join(basesOf(archive), `${days}`);
    mkdirSync(folder);
    const lsn = `0/${number}0000028`;
    const endedAt = Date.now() - days * 86_400_000;
    const manifest = {
      endedAt,
      timeline: 1,
      startLsn: lsn,
      stopLsn: lsn,
      startSegment: nameOf(number),
      bytes: 1,
    };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(segmentsOf(archive), nameOf(number)), '');
    // Compression fails as on a full disk.
    mkdirSync(join(segmentsOf(archive), `${nameOf(number)}.gz.part`, 'full'), { recursive: true });
  }
  const database = { superuserUrl: () => '', needsBaseBackup: true, pid: () => 0 };
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) };
  const stop = keepArchive({ ...options, folder: archive }, shop, database, log);
  await expect.poll(() => lines).toEqual([expect.stringContaining('L’entretien de l’archive a échoué')]);
  await stop();
  expect(readdirSync(basesOf(archive)).sort()).toEqual(['1', '2', '8']);
  const kept = [1, 2, 3, 4].filter((number) => existsSync(join(segmentsOf(archive), nameOf(number))));
  expect(kept).toEqual([2, 3, 4]);
});
