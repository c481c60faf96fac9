import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explain } from '../../runtime/explain.ts';
import { archiveIdentity, archiveMarkerFile, checkArchiveFolder, ignoreMissing } from './archive-folder.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almas-look-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a file that was removed after it had been listed is left out of a base backup', async () => {
  expect(await ignoreMissing(stat(join(temporaryFolder(), 'gone')))).toBeUndefined();
  expect(await ignoreMissing(open(join(temporaryFolder(), 'gone'), 'r'))).toBeUndefined();
});

// Turned red by: any error that is taken for a removed file, so that a backup without the file counts as complete.
test('a file that exists and cannot be read fails a base backup', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'x');
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  for (const [path, code] of [
    ['loop', 'ELOOP'],
    ['file/inside', 'ENOTDIR'],
    ['n'.repeat(300), 'ENAMETOOLONG'],
  ] as const)
    await expect(ignoreMissing(open(join(folder, path), 'r')), code).rejects.toMatchObject({ code });
  expect((await ignoreMissing(stat(join(folder, 'file'))))?.size).toBe(1);
});

// Turned red by: existsSync(), which is false for any error: the archive of another account would count as an empty folder.
test('an archive that cannot be read is refused with a sentence about its file, and not taken for an empty folder', () => {
  const archive = temporaryFolder();
  const file = join(archive, 'database.id');
  symlinkSync(file, file);
  let refusal: unknown;
  try {
    archiveIdentity(archive);
  } catch (error) {
    refusal = error;
  }
  expect(explain(refusal)).toBe(`Le chemin ${file} n’est pas valable.`);
});

// Turned red by: a new archive on the disk of the machine, because that of ARCHIVE_DIR is not mounted.
test('an empty ARCHIVE_DIR is refused where everything was archived before, and taken once the marker file is deleted', () => {
  const [dataDir, disk] = [temporaryFolder(), temporaryFolder()];
  const archive = { folder: join(disk, 'almas'), timeoutSeconds: 45, retentionDays: 7 };
  const marker = archiveMarkerFile(dataDir);
  writeFileSync(marker, archive.folder);
  const refusal = new RegExp(`ne contient plus l’archive.*disque.*monté.*supprimez ${marker}`);
  expect(() => checkArchiveFolder(archive, dataDir)).toThrow(refusal);
  mkdirSync(archive.folder);
  expect(() => checkArchiveFolder(archive, dataDir)).toThrow(refusal);
  rmSync(marker);
  checkArchiveFolder(archive, dataDir);
});
