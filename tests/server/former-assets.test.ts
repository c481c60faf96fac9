import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keepAssets } from '../../web/build/former-assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'almas-assets-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('the files of earlier builds stay for seven days after the last build that had them', () => {
  const [assets, kept] = [join(folder, 'assets'), join(folder, 'kept')];
  const start = Date.now();
  const buildOnDay = (day: number) => keepAssets(assets, kept, new Date(start + day * 86_400_000));
  buildOnDay(0);
  expect(readdirSync(kept)).toEqual([]);
  mkdirSync(assets);
  writeFileSync(join(assets, 'a-1.js'), 'one');
  buildOnDay(0);
  rmSync(join(assets, 'a-1.js'));
  writeFileSync(join(assets, 'a-2.js'), 'two');
  buildOnDay(6);
  expect(readdirSync(kept).sort()).toEqual(['a-1.js', 'a-2.js']);
  buildOnDay(8);
  expect(readdirSync(kept)).toEqual(['a-2.js']);
});
