import { expect, test } from 'vitest';
import { type Execution, executedBy } from './executed-by.ts';
import { makeMutations } from './make-mutations.ts';

const source = [
  'const found = statement(`SELECT id FROM codes',
  '  WHERE id = $1 AND sold IS NULL`);',
  'const limit = a - b;',
  'export function check(a: number) {',
  '  return a > limit;',
  '}',
].join('\n');
const execution = (test: string, part: Partial<Execution>): Execution => ({
  test,
  seconds: 1,
  lines: {},
  loaded: [],
  statements: {},
  ...part,
});
const executions = [
  execution('seldom', { lines: { 'a.ts:5': 1 }, loaded: ['a.ts:3'] }),
  execution('often', { lines: { 'a.ts:5': 9 } }),
  execution('slow', { lines: { 'a.ts:5': 9 }, seconds: 20 }),
  execution('database', { statements: { 'SELECT id FROM codes\n  WHERE id = $1 AND sold IS NULL': 1 } }),
];
const by = (from: string, given: readonly Execution[] = executions) => {
  const mutation = makeMutations('a.ts', source).find((made) => made.from === from);
  if (!mutation) throw new Error(`no mutation of ${from}`);
  return executedBy(mutation, source, given);
};

test('a mutated line is tested by the files that execute it, first by the one that does so most often in its time', () => {
  expect(by('>')).toEqual(['often', 'seldom', 'slow']);
  expect(by('>', [execution('another', { lines: { 'a.ts:1': 1 } })])).toEqual([]);
});

test('mutated SQL is tested by the files that sent it, wherever the statement was declared', () => {
  expect(by('AND')).toEqual(['database']);
});

test('a mutated line outside all functions is tested by every file, first by those that execute its source', () => {
  expect(by('-')).toEqual(['often', 'seldom', 'slow', 'database']);
});

test('a mutated function that only ran while its file was loaded is tested by every file', () => {
  const loading = execution('first', { lines: { 'a.ts:5': 3 }, loaded: ['a.ts:3'] });
  const later = execution('later', { lines: { 'b.ts:1': 1 } });
  expect(by('>', [later, loading])).toEqual(['first', 'later']);
  expect(by('>', [later, { ...loading, loaded: [] }])).toEqual(['first']);
});

test('a file that is named like the source comes first, although it takes longer', () => {
  const [mutation] = makeMutations('server/src/modules/wallet/recharge-user.ts', 'if (a === b) c();\n');
  if (!mutation) throw new Error('no mutation');
  const lines = { 'server/src/modules/wallet/recharge-user.ts:1': 1 };
  const given = [
    execution('tests/server/access-matrix.test.ts', { lines }),
    execution('tests/server/wallet-recharge.test.ts', { lines, seconds: 8 }),
    execution('tests/server/recharge-statement.test.ts', { lines, seconds: 6 }),
  ];
  expect(executedBy(mutation, '', given)).toEqual([
    'tests/server/wallet-recharge.test.ts',
    'tests/server/access-matrix.test.ts',
    'tests/server/recharge-statement.test.ts',
  ]);
});
