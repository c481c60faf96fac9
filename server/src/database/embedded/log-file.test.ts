import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'almas-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a log of more than 5 MB is kept in a second file and begins anew', () => {
  const path = join(folder, 'long');
  writeFileSync(path, 'x'.repeat(5_000_000));
  const log = new LogFile(path);
  log.close();
  expect(log.size()).toBe(0);
  expect(readFileSync(`${path}.1`)).toHaveLength(5_000_000);
});

// Turned red by: a full disk, on which the copy of the log ends the server, and keeps it from starting.
test('a log that cannot be copied begins anew, and its server starts', () => {
  const path = join(folder, 'alone');
  writeFileSync(path, 'x'.repeat(5_000_000));
  mkdirSync(`${path}.1`);
  const log = new LogFile(path);
  log.close();
  expect(log.size()).toBe(0);
});

// Turned red by: nothing read after an offset of before the log began anew.
test('the text since an offset beyond the log, which began anew meanwhile, is the whole log', () => {
  const log = new LogFile(join(folder, 'rotated'));
  log.close();
  writeFileSync(log.path, 'x'.repeat(100));
  const offset = log.size();
  writeFileSync(log.path, 'redo done at 0/3000110');
  expect(log.since(offset)).toBe('redo done at 0/3000110');
});
