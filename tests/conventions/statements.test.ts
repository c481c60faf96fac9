import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { declaredStatements } from '../../server/src/database/statement.ts';
import { freshDatabase } from '../support/database.ts';
import { type SourceFile, sourceFiles } from '../support/source-files.ts';

const { db } = await freshDatabase();
const modules = import.meta.glob([
  '../../server/src/**/*.ts',
  '!**/*.test.ts',
  '!**/main.ts',
  '!**/commands/*.ts',
]);

test('every SQL statement of the server prepares against the migrated database', async () => {
  for (const load of Object.values(modules)) await load();
  const statements = declaredStatements();
  expect(statements.size).toBeGreaterThan(20);
  const client = await db.pool.connect();
  const broken: string[] = [];
  try {
    let number = 0;
    for (const [name, text] of statements) {
      number += 1;
      await client.query(`PREPARE s${number} AS ${text}`).catch((error: Error) => {
        broken.push(`${name}: ${error.message}`);
      });
    }
  } finally {
    client.release();
  }
  expect(broken).toEqual([]);
});

/** Where `statement<[string, number], …>` leaves its reader to count the parameters: one alone needs no name, four need an object. */
function countedParameters({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, typeArguments }) {
      const [params] = typeArguments?.params ?? [];
      if (text.slice(callee.start, callee.end) !== 'statement' || params?.type !== 'TSTupleType') return;
      const { elementTypes } = params;
      const nameless = elementTypes.some(
        ({ type }) => type !== 'TSNamedTupleMember' && type !== 'TSRestType',
      );
      if ((nameless && elementTypes.length > 1) || elementTypes.length > 3)
        found.push(`${path}:${text.slice(0, callee.start).split('\n').length}`);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

// Turned red by: a name left out of the parameters of one statement; a fourth parameter by position.
test('every SQL statement with several parameters names them, and with more than three takes an object', () => {
  const sources = sourceFiles(/^server\/src\/.*(?<!\.test)\.ts$/).filter(({ text }) =>
    text.includes('statement<['),
  );
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap(countedParameters)).toEqual([]);
});
