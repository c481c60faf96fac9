import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';

const { db } = await freshDatabase();
const page = readFileSync(new URL('../../docs/data.md', import.meta.url), 'utf8');
const [classes = '', tables = ''] = page.split('\n## Tables\n');
/** Rows of the first table of a text, without its head, as cells. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('every table of the database is listed once in docs/data.md', async () => {
  const { rows } = await db.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_class
            WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    values: [],
  });
  const named = rowsOf(tables).flatMap(([names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name));
});

test('every row of the tables in docs/data.md names an explained class and says how long the data is kept', () => {
  const explained = rowsOf(classes).map(([name]) => name);
  for (const [names, kind, kept] of rowsOf(tables)) {
    expect(explained, names).toContain(kind);
    expect(kept, names).not.toBe('');
  }
});
