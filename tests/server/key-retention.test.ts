import { beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredKeys } from '../../server/src/idempotency/idempotent.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

/** Makes the stored rows older by this time, as if the database's clock had advanced. */
async function moveClock(by: string): Promise<void> {
  await query('UPDATE idempotency_keys SET created_at = created_at - $1::interval', by);
  await query(
    'UPDATE key_retention SET forget_before = forget_before - $1::interval, seen_at = seen_at - $1::interval',
    by,
  );
}
const deleteExpired = () => deleteExpiredKeys(services.db, 1_000, 0);
const keys = async () => (await query('SELECT key FROM idempotency_keys ORDER BY key')).map(({ key }) => key);
const keep = (key: string, age = '0') =>
  query(
    `INSERT INTO idempotency_keys (user_id, key, operation, input_hash, created_at) VALUES ($1, $2, 'test', '', now() - $3::interval)`,
    buyer.id,
    key,
    age,
  );
/** Advances in steps in which the job runs; it accepts at most ten minutes between two runs. */
async function live(hours: number): Promise<void> {
  for (let step = 0; step < hours * 6; step += 1) {
    await moveClock('10 minutes');
    await deleteExpired();
  }
}

beforeEach(async () => {
  await query('TRUNCATE idempotency_keys, key_retention');
  await deleteExpired();
});

test('a purchase that is repeated after the clock was 50 hours ahead for a while buys nothing again', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 2);
  const tap = () => buy(buyer, product, 1, { 'idempotency-key': 'one-tap' });
  const bought = await tap();
  expect(bought.status).toBe(200);
  await moveClock('50 hours');
  for (let run = 0; run < 5; run += 1) await runJobs(services);
  await moveClock('-50 hours');
  await runJobs(services);
  const again = await tap();
  expect([again.status, again.body]).toEqual([200, bought.body]);
  expect(await query('SELECT count(*) FROM purchases WHERE user_id = $1', buyer.id)).toEqual([{ count: 1 }]);
});

describe('the clean-up of idempotency keys', () => {
  test('a key is deleted after 48 hours of a steadily running clock, and not before', async () => {
    await keep('key');
    await live(47.5);
    expect(await keys()).toEqual(['key']);
    await live(1);
    expect(await keys()).toEqual([]);
  });

  test('a clock that stays years ahead deletes a key after 24 hours or more', async () => {
    await keep('key');
    await moveClock('3 years');
    await live(23.5);
    expect(await keys()).toEqual(['key']);
    await live(50);
    expect(await keys()).toEqual([]);
  });

  test('after a pause of three days the clean-up has caught up three days later', async () => {
    await moveClock('72 hours');
    await keep('old', '50 hours');
    await keep('young', '0');
    await live(72);
    expect(await keys()).toEqual([]);
    await keep('next', '48 hours 10 minutes');
    await live(0.5);
    expect(await keys()).toEqual([]);
  });

  test('a clock that is set back keeps every key that is younger than 48 hours', async () => {
    await moveClock('-30 hours');
    await deleteExpired();
    await keep('key', '47 hours');
    await live(0.5);
    expect(await keys()).toEqual(['key']);
  });

  test('the first clean-up of an installation with older keys begins with the oldest one', async () => {
    await query('TRUNCATE key_retention');
    await keep('old', '60 hours');
    expect(await deleteExpired()).toBe(0);
    await live(12.5);
    expect(await keys()).toEqual([]);
  });
});
