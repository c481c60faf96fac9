import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
