import { afterEach, expect, test, vi } from 'vitest';
import { type CommandLine, readCommandLine } from './command-line.ts';

const backup: CommandLine = {
  name: 'backup',
  usage: 'FICHIER [--json]',
  operand: 'needed',
  flags: { json: 'switch' },
};
const restore: CommandLine = {
  name: 'restore',
  operand: 'optional',
  flags: { at: 'value', program: 'list' },
};
const demo: CommandLine = { name: 'demo' };
afterEach(() => vi.unstubAllEnvs());

// Turned red by: a command that runs although it does not know one of its arguments.
test.each<[string, CommandLine, string[]]>([
  ['a doubled flag', backup, ['a', '--json', '--json']],
  ['two operands', backup, ['a', 'b']],
  ['a mistyped flag beside an operand', backup, ['a', '--jsn']],
  ['no operand where one is needed', backup, []],
  ['an empty operand', restore, ['']],
  ['a flag without its value', restore, ['--at']],
  ['a mistyped flag', demo, ['--dry-run']],
  ['an operand that the command does not take', demo, ['now']],
])('the arguments of a command with %s are refused with its usage', (_, line, args) => {
  expect(() => readCommandLine(line, args)).toThrow(new RegExp(`^Usage : almas ${line.name}`));
});

test('the arguments of a command are read in any order, behind the dashes of npm too, and --help asks for its usage', () => {
  for (const args of [
    ['--json', 'a'],
    ['a', '--json'],
    ['--', 'a', '--json'],
  ]) {
    const read = readCommandLine(backup, args);
    expect(read !== 'help' && [read.operand, read.has('json')]).toEqual(['a', true]);
  }
  const many = readCommandLine(restore, ['--program', 'x', '--program', 'y', '--at', 'latest']);
  expect(many !== 'help' && [many.values('program'), many.value('at')]).toEqual([['x', 'y'], 'latest']);
  for (const args of [['--help'], ['a', '-h']]) expect(readCommandLine(backup, args)).toBe('help');
});

test('a command whose flag npm has consumed says so, and does not run without it', () => {
  vi.stubEnv('npm_lifecycle_event', 'backup');
  vi.stubEnv('npm_config_json', 'true');
  expect(() => readCommandLine(backup, ['a'])).toThrow(
    /^npm a gardé --json pour lui\. Écrivez les deux tirets devant : npm run backup -- FICHIER \[--json\]$/,
  );
});
