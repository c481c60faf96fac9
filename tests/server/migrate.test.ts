import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../server/src/database/migrate.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const { db } = await freshDatabase();
const run = async (text: string) => (await db.query({ text })).rows;
/** How many statements wait for a lock. */
const waiting = async () =>
  (await run(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
    .length;

test('a change of a table that is in use waits for it, and holds up nobody', async () => {
  await run('ALTER TABLE offers DROP COLUMN shelf_front');
  await run(`DELETE FROM migrations WHERE name = '0014_shelf_front.sql'`);
  const reader = await db.pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM offers');
  const done = migrate(db);
  await eventually(async () => (await waiting()) === 1);
  // This one stands behind the change in the queue, and is let pass.
  expect(await run('SELECT count(*) FROM offers')).toEqual([{ count: 0 }]);
  await reader.query('COMMIT');
  expect(await done).toEqual(['0014_shelf_front.sql']);
  expect(await migrate(db)).toEqual([]);
});
