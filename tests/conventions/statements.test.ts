import { expect, test } from 'vitest';
import { declaredStatements } from '../../server/src/database/statement.ts';
import { freshDatabase } from '../support/database.ts';

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
