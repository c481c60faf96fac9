import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/src/database/pool.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';

const { db, url, query } = await freshDatabase();

// Turned red by: a probe whose statements have no time limit in the database.
test('probes that wait for a lock answer false in time, and leave no connection that waits on in the database', async () => {
  const probed = openDatabase(url, { max: 1 });
  onTestFinished(() => probed.end());
  const running = async () =>
    (
      await query<{ count: number }>(`SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'almas probe' AND state = 'active'`)
    )[0]?.count;
  expect(await probed.isWritable()).toBe(true);
  const row = await holdRows(db, 'SELECT FROM readiness FOR UPDATE');
  for (let probe = 0; probe < 3; probe += 1) expect(await probed.isWritable()).toBe(false);
  await eventually(async () => (await running()) === 0);
  await row.release();
  expect(await probed.isWritable()).toBe(true);
});
