import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeClusterFiles } from './base-backup.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const actual = await importOriginal<typeof import('node:fs/promises')>();
  return { ...actual, open: vi.fn(actual.open) };
});

/** Files of a cluster, of which one cannot be opened. @returns the copy of the others */
async function copyWith(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'almas-base-'));
  const opened = vi.mocked(open).getMockImplementation();
  onTestFinished(() => {
    if (opened) vi.mocked(open).mockImplementation(opened);
    rmSync(folder, { recursive: true });
  });
  const cluster = join(folder, 'postgres');
  for (const name of ['base', 'global']) mkdirSync(join(cluster, name), { recursive: true });
  writeFileSync(join(cluster, 'global', 'pg_control'), 'control');
  for (const name of ['16384', '16385']) writeFileSync(join(cluster, 'base', name), `content of ${name}`);
  vi.mocked(open).mockImplementation((path, ...rest) =>
    String(path).endsWith('16385')
      ? Promise.reject(Object.assign(new Error(code), { code }))
      : (opened as typeof open)(path, ...rest),
  );
  const copy = join(folder, 'base.tar.gz');
  await writeClusterFiles(cluster, copy, new AbortController().signal);
  return gunzipSync(readFileSync(copy)).toString('latin1');
}

// Turned red by: any error of a file taken for its removal.
test.each(['EIO', 'EMFILE', 'EACCES'])(
  'a base backup fails when a file of the cluster cannot be opened because of %s',
  async (code) => {
    await expect(copyWith(code)).rejects.toMatchObject({ code });
  },
);

test('a base backup leaves out a file that was removed after it had been listed, and holds the others', async () => {
  const copy = await copyWith('ENOENT');
  expect(copy).toContain('content of 16384');
  expect(copy).toContain('global/pg_control');
  expect(copy).not.toContain('base/16385');
});
