import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  migrationChecksum,
  readBaselineFiles,
  readMigrationFiles,
} from '../../server/src/database/migration-files.ts';
import { version } from '../../server/src/version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const folder = 'server/src/database/migrations';

describe('a migration', () => {
  const files = [...readBaselineFiles(), ...readMigrationFiles()];
  const locked = JSON.parse(read('tests/conventions/migrations.lock.json')) as Record<string, string>;

  test('every migration has the checksum that was locked when it was added', () => {
    const present = Object.fromEntries(files.map(({ name, checksum }) => [name, checksum]));
    expect(present).toMatchObject(locked);
    // A new one is locked with the commit that adds it: `npx vitest run tests/conventions/releases.test.ts` prints its line.
    expect(Object.keys(locked).sort()).toEqual(Object.keys(present).sort());
  });

  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const hasHistory = existsSync(`${root}.git`) && git('rev-parse', '--is-shallow-repository') === 'false';

  test.runIf(hasHistory)('every migration has the statements of the commit that added it', () => {
    const changed = files
      .filter(({ name, checksum }) => {
        const added = git('log', '--diff-filter=A', '--format=%H', '--', `${folder}/${name}`)
          .split('\n')
          .at(-1);
        return added ? migrationChecksum(git('show', `${added}:${folder}/${name}`)) !== checksum : false;
      })
      .map(({ name }) => name);
    expect(changed).toEqual([]);
  });
});

describe('the version', () => {
  test('the version is the same in the program, in every package and at the top of CHANGELOG.md', () => {
    for (const path of ['', 'contract/', 'locale/', 'server/', 'web/']) {
      expect(JSON.parse(read(`${path}package.json`)).version, path).toBe(version);
    }
    expect(/^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  });
});
