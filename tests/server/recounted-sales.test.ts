import { beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, newCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/* Days of sales that are counted again while the job counts them. Turned red by: a cost, or the command, that does not wait for the job. */
const { server, services, query, url } = await testApp();
const { db } = services;
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000_000 });

const game = `Jeu ${newCodes(1)}`;
const product = await createProduct(admin, { game });
const offerId = offerOf(product).id;
/** Sold three days ago, at 12:00 in Algiers. */
const soldAt = `date_trunc('day', clock_timestamp(), 'Africa/Algiers') - interval '2 days 12 hours'`;
const soldOn = `((${soldAt}) AT TIME ZONE 'Africa/Algiers')::date`;

async function soldBatch(): Promise<string> {
  const { body } = await admin.post(`/api/products/${product.id}/offers/${offerId}/codes`, {
    codes: newCodes(2),
    batch: {},
  });
  await reseller.post('/api/purchases', { productId: product.id, offerId, quantity: 2 });
  await db.query({
    text: `ALTER TABLE purchases DISABLE TRIGGER USER;
           UPDATE purchases SET created_at = ${soldAt};
           ALTER TABLE purchases ENABLE TRIGGER USER;
           UPDATE code_batches SET created_at = ${soldAt}`,
  });
  return body.batchId;
}
const uncosted = async () =>
  (await query('SELECT sum(uncosted)::int AS codes FROM sales_days WHERE offer_id = $1', offerId))[0]?.codes;
/** Holds the job after it has read the codes of that day, before it writes that the day is counted. */
const holdJob = () =>
  holdRows(
    db,
    `INSERT INTO sales_hours (day, hour, game, codes, amount) SELECT ${soldOn}, 12, $1, 1, 0`,
    game,
  );

beforeEach(() =>
  db.query({ text: 'DELETE FROM sales_days; DELETE FROM sales_hours; DELETE FROM sales_days_until' }),
);

test.each([
  ['for the first time', 'SELECT'],
  ['again', `INSERT INTO sales_days_until (day) SELECT ${soldOn}`],
])(
  'a missing cost that is entered while the job counts its day %s is counted afterwards [STK-70]',
  async (_, prepare) => {
    const batchId = await soldBatch();
    await query(prepare);
    const held = await holdJob();
    const jobs = runJobs(services);
    await eventually(async () => (await held.waiting()) === 1);
    const entered = admin.patch(`/api/batches/${batchId}`, { unitCost: 60 });
    await Promise.race([entered, eventually(async () => (await held.waiting()) === 2)]);
    await held.release({ rollback: true });
    expect((await entered).status).toBe(200);
    await jobs;
    await runJobs(services);
    expect(await uncosted()).toBe(0);
  },
);

test('the command rebuild-sales waits for the job that counts a day, and both leave the sales as they are [STK-70]', async () => {
  await soldBatch();
  await runJobs(services);
  const counted = await query('SELECT * FROM sales_days ORDER BY day, offer_id');
  await query(`UPDATE sales_days_until SET day = ${soldOn}`);
  await query('DELETE FROM sales_hours');
  const held = await holdJob();
  const jobs = runJobs(services);
  await eventually(async () => (await held.waiting()) === 1);
  const { ended } = startCommand(['rebuild-sales'], onDatabase(url));
  await eventually(async () => (await held.waiting()) === 2, { seconds: 60 });
  const waiting = await query(
    `SELECT wait_event AS event FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query NOT LIKE '%sales_hours%'`,
  );
  await held.release({ rollback: true });
  expect((await ended).code).toBe(0);
  await jobs;
  expect(await query('SELECT * FROM sales_days ORDER BY day, offer_id')).toEqual(counted);
  expect(waiting).toEqual([{ event: 'advisory' }]);
});
