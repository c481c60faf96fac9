import pino from 'pino';
import { expect, test } from 'vitest';
import { loggedError } from '../../server/src/log.ts';
import { freshDatabase } from '../support/database.ts';

/* The detail of an error of PostgreSQL: the whole row that a check refused, or the text that is not JSON. */
const { db, query } = await freshDatabase();

async function lineAbout(text: string): Promise<string> {
  const error = await db.query({ text }).catch((refused: unknown) => refused);
  const lines: string[] = [];
  const log = pino({ serializers: { err: loggedError } }, { write: (line: string) => lines.push(line) });
  log.error({ err: error }, 'unforeseen error');
  return lines.join('');
}

test.each([
  ['a row that a check refuses', `INSERT INTO checked VALUES ('canary', -1)`, '23514'],
  ['a key that stands already', `INSERT INTO checked VALUES ('canary', 1), ('canary', 1)`, '23505'],
  ['a text that is no JSON', `SELECT ('{"canary": \\ud800 ' || 'x')::jsonb`, '22P02'],
])('the log says that the database refused %s, and does not quote it', async (_, statement, code) => {
  await query('CREATE TABLE IF NOT EXISTS checked (name text PRIMARY KEY, amount int CHECK (amount > 0))');
  const line = await lineAbout(statement);
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'DatabaseError', code, stack: expect.any(String) } });
  expect(line).not.toContain('canary');
});
