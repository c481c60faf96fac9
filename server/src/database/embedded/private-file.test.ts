import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';
import { newPort } from './port.ts';
import { writePrivate } from './private-file.ts';

/* Turned red by: files of the data folder that take the umask, keep the mode of a file that is there, or follow a link. */
const folder = mkdtempSync(join(tmpdir(), 'almas-private-'));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a private file is of mode 600 with any umask, also when a file of another mode is there', async () => {
  const before = process.umask(0);
  try {
    const [fresh, open, port, log] = ['fresh', 'open', 'port', 'log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    writePrivate(fresh, 'secret');
    writeFileSync(open, 'old', { mode: 0o666 });
    writePrivate(open, 'secret');
    await newPort(port);
    const file = new LogFile(log);
    file.open();
    file.close();
    expect([fresh, open, port, log].map(modeOf)).toEqual(Array(4).fill('600'));
    expect(readFileSync(open, 'utf8')).toBe('secret');
  } finally {
    process.umask(before);
  }
});

test('a private file is not written through a link, and what the link names stays as it was', async () => {
  const target = join(folder, 'target');
  writeFileSync(target, 'of another user', { mode: 0o644 });
  const link = join(folder, 'link');
  symlinkSync(target, link);
  expect(() => writePrivate(link, 'secret')).toThrow(/ELOOP/);
  await expect(newPort(link)).rejects.toThrow(/ELOOP/);
  expect([readFileSync(target, 'utf8'), modeOf(target)]).toEqual(['of another user', '644']);
});
