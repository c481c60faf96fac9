import { expect, test } from 'vitest';
import { makeMutations } from './make-mutations.ts';

const changes = (source: string, file = 'a.ts') =>
  makeMutations(file, source).map(({ line, from, to }) => `${line}: ${from} ${to}`);

test('code and the SQL in templates are changed; texts, comments and imports are not', () => {
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

test('templates that are no SQL and entries of the log are left alone', () => {
  const source = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
    'const name = `${product} - ${offer}`;',
    'log.warn({ ok: a === b }, `a - b`);',
    'const when = `c < $1`;',
  ].join('\n');
  expect(changes(source)).toEqual(['3: < <=']);
});

test('the same change of equal lines has an id of its own, which lines added before do not change', () => {
  const source = 'if (a > b) c();\nif (a > b) c();';
  const ids = makeMutations('a.ts', source).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(makeMutations('a.ts', `let d;\n${source}`).map(({ id }) => id)).toEqual(ids);
});

test('a file of SQL is changed outside its comments, and ranges and the clock’s own moment are left alone', () => {
  expect(changes('DELETE FROM a WHERE b < clock_timestamp() - c', 'a.sql')).toEqual(['1: - +']);
  expect(changes('SELECT 1 -- a AND b\n WHERE a AND b\n AND c BETWEEN 1 AND 2;', 'a.sql')).toEqual([
    '2: AND OR',
  ]);
});
