import { expect, test } from 'vitest';
import { makeMutations } from './make-mutations.ts';

const changes = (source: string, file = 'a.ts') =>
  makeMutations(file, source).map(({ line, from, to }) => `${line}: ${from} ${to}`);

test('mutations change code and the SQL in templates; texts, comments and imports stay as they are', () => {
  const source = [
    "import { a } from 'b - c';",
    '// x === y',
    "if (a === 'b && c') throw fail('NOT_FOUND');",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
    'const sql = `SELECT 1 WHERE a < $1 AND ${b && c} IS NULL`;',
    '/* a > b',
    ' a > b */ const f = (n: number) => n >= 1;',
  ].join('\n');
  expect(changes(source)).toEqual([
    '3: === !==',
    '3: throw fail( void fail(',
    '4: < <=',
    '4: AND OR',
    '4: && ||',
    '4: IS NULL IS NOT NULL',
    '6: >= >',
  ]);
});

test('mutations leave templates without SQL and log calls alone', () => {
  const source = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
    'const name = `${product} - ${offer}`;',
    'log.warn({ ok: a === b }, `a - b`);',
    'const when = `c < $1`;',
  ].join('\n');
  expect(changes(source)).toEqual(['3: < <=']);
});

test('the same mutation of two equal lines has two ids, which lines added before them do not change', () => {
  const source = 'if (a > b) c();\nif (a > b) c();';
  const ids = makeMutations('a.ts', source).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(makeMutations('a.ts', `let d;\n${source}`).map(({ id }) => id)).toEqual(ids);
});

test('mutations change a file of SQL outside its comments, except ranges and comparisons with the clock', () => {
  expect(changes('DELETE FROM a WHERE b < clock_timestamp() - c', 'a.sql')).toEqual(['1: - +']);
  expect(changes('SELECT 1 -- a AND b\n WHERE a AND b\n AND c BETWEEN 1 AND 2;', 'a.sql')).toEqual([
    '2: AND OR',
  ]);
});
