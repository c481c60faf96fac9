import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { usageText } from '../support/read-options.ts';
import { root } from '../support/source-files.ts';

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

test('the usage lists each option that has an explanation, with its default', () => {
  const options = {
    rounds: { type: 'string', default: '4', help: 'number of rounds' },
    paced: { type: 'boolean', default: false, help: 'waits' },
    internal: { type: 'string' },
  } as const;
  expect(usageText('npm run bench', options, 'FOLDER')).toBe(
    'Usage: npm run bench -- [OPTIONS] FOLDER\n  --rounds VALUE  number of rounds (4)\n  --paced         waits\n',
  );
  expect(usageText('npm run bench', {})).toBe('Usage: npm run bench\n');
});

test.each([
  ['a measurement', ['scripts/measure.mjs', 'run', '--help'], 'Usage: npm run bench -- [OPTIONS]\n'],
  [
    'a measurement without options',
    ['scripts/measure.mjs', 'lists', '--help'],
    'Usage: npm run bench:lists\n',
  ],
  ['mutation testing', ['tests/mutations/run.ts', '--help'], 'Usage: npm run mutate -- [OPTIONS]\n'],
])('--help of %s prints its usage and does nothing else', (_, args, usage) => {
  const { status, stdout, stderr } = run(...args);
  expect(stdout.slice(0, usage.length)).toBe(usage);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('an unknown option of a command is named with the usage, and the exit code is 2', () => {
  const { status, stdout, stderr } = run('tests/mutations/run.ts', '--rounds', '2');
  expect(stderr).toContain("'--rounds'");
  expect(stderr).toContain('Usage: npm run mutate');
  expect(stdout).toBe('');
  expect(status).toBe(2);
});
