import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tryLock } from '../../server/src/database/locks.ts';
import { callTimeouts, openDatabase } from '../../server/src/database/pool.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { deleteExpiredKeys } from '../../server/src/idempotency/idempotent.ts';
import { runJobs, startSchedules } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { planOf } from '../support/plan.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, url, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

const count = async (table: string) => (await query(`SELECT count(*) FROM ${table}`))[0]?.count;
async function reserved(quantity: number, ttl: string): Promise<string> {
  const product = await createProduct(admin);
  await importCodes(admin, product, quantity);
  const { id } = offerOf(product);
  await query(`UPDATE codes SET status = 'reserved', ttl = ${ttl} WHERE offer_id = $1`, id);
  return id;
}
const available = async (offerId: string) =>
  (await query(`SELECT count(*) FROM codes WHERE offer_id = $1 AND status = 'available'`, offerId))[0]?.count;

describe('every minute', () => {
  test('the job releases all reservations whose time has passed, however many, and leaves the others [COD-14][COD-16]', async () => {
    const passed = await reserved(2_300, "now() - interval '1 second'");
    const running = await reserved(2, "now() + interval '1 hour'");
    await runJobs(services);
    expect([await available(passed), await available(running)]).toEqual([2_300, 0]);
    expect(await query(`SELECT FROM audit_trail WHERE action = 'codes.release-reservations'`)).toEqual([]);
  });

  test('the jobs delete expired sessions, ended rate limit windows and idempotency keys older than 48 hours', async () => {
    // The first run starts the retention of keys.
    await runJobs(services);
    const [, living] = [await createUser(server, services), await createUser(server, services)];
    await query(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id NOT IN ($1, $2)`,
      living.id,
      admin.id,
    );
    await query(
      `INSERT INTO rate_limits SELECT 'purchase', n::text, 1, now() + make_interval(mins => n) FROM generate_series(-10, 10) n`,
    );
    await query(
      `INSERT INTO idempotency_keys (user_id, key, operation, input_hash, created_at)
       SELECT $1, n::text, 'test', '', now() - make_interval(hours => n) FROM unnest(ARRAY[0, 1, 47, 49, 500]) n`,
      living.id,
    );
    await runJobs(services);
    expect(await count('sessions')).toBe(2);
    expect((await query('SELECT min(subject::int) FROM rate_limits'))[0]?.min).toBe(0);
    // Imports of other tests have keys too.
    const keys = await query(
      'SELECT key FROM idempotency_keys WHERE user_id = $1 ORDER BY key::int',
      living.id,
    );
    expect(keys.map(({ key }) => key)).toEqual(['0', '1', '47']);
  });

  test('the cleanup of a large table reads one part of it each minute, and keeps the rows that are not expired', async () => {
    await query('TRUNCATE idempotency_keys');
    // Four rows fill a page: 2,600 pages are three parts.
    await query(
      `INSERT INTO idempotency_keys (user_id, key, operation, input_hash, created_at)
       SELECT $1, n::text, 'test', (SELECT string_agg(sha256((n || '-' || i)::bytea), '') FROM generate_series(1, 58) i),
              now() - CASE WHEN n % 650 = 1 THEN interval '49 hours' ELSE interval '47 hours' END
         FROM generate_series(1, 10400) n`,
      admin.id,
    );
    const left = async () =>
      (await query(`SELECT FROM idempotency_keys WHERE created_at < now() - interval '48 hours'`)).length;
    const deletedCounts: number[] = [];
    for (const minute of [29_000_001, 29_000_002, 29_000_003])
      deletedCounts.push(await deleteExpiredKeys(services.db, 1_000, minute));
    expect(deletedCounts.every((rows) => rows >= 5 && rows <= 6)).toBe(true);
    expect(await left()).toBe(0);
    expect(await count('idempotency_keys')).toBe(10_384);
    const plan = await planOf(services.db, 'idempotency.delete-expired', '1, now(), 1000');
    expect(plan.map((node) => node['Node Type'])).toContain('Tid Range Scan');
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    await query('TRUNCATE idempotency_keys');
  });

  test('while one server holds the lock of the jobs, another server runs none of them', async () => {
    const offer = await reserved(3, 'now()');
    await transaction(services.db, async (tx) => {
      expect(await tryLock(tx, 'schedules')).toBe(true);
      await runJobs(services);
      expect(await available(offer)).toBe(0);
    });
    await Promise.all([runJobs(services), runJobs(services), runJobs(services)]);
    expect(await available(offer)).toBe(3);
  });

  test('a job that fails is logged and does not prevent the other jobs from running', async () => {
    await reserved(1, 'now()');
    await query(`INSERT INTO idempotency_keys (user_id, key, operation, input_hash, created_at)
      VALUES ('${admin.id}', 'old', 'test', '', now() - interval '3 days')`);
    await query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
    );
    await query('CREATE TRIGGER fails BEFORE UPDATE ON codes FOR EACH ROW EXECUTE FUNCTION fail()');
    const errors = vi.spyOn(services.log, 'error').mockReturnValue();
    await runJobs(services);
    await query('DROP TRIGGER fails ON codes');
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ job: 'release reservations' }),
      'a job failed',
    );
    errors.mockRestore();
    expect(await query(`SELECT FROM idempotency_keys WHERE key = 'old'`)).toEqual([]);
  });
});

test('a job whose statement takes too long is logged and does not keep the other jobs from running', async () => {
  const impatient = openDatabase(url, { max: 2, timeouts: callTimeouts });
  onTestFinished(() => impatient.end());
  const errors = vi.spyOn(services.log, 'error').mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  const jobRuns = new Map<string, number>();
  const held = await holdRows(services.db, 'LOCK TABLE pending_sign_ins');
  await runJobs({ ...services, db: impatient, jobRuns });
  await held.release();
  expect(errors.mock.calls.map(([facts]) => (facts as { job?: string }).job)).toEqual([
    'delete expired sign-ins',
  ]);
  expect([...jobRuns.keys()]).toEqual(
    expect.arrayContaining(['delete expired sessions', 'delete expired keys', 'announce failures']),
  );
  expect(jobRuns.has('delete expired sign-ins')).toBe(false);
});

test('a job that always reports a full batch ends its turn, keeps no other job from running, and goes on at its next turn', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 1);
  await query('INSERT INTO code_checks (offer_id) VALUES ($1)', offerOf(product).id);
  await query(
    'CREATE FUNCTION keep_check() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  );
  await query('CREATE TRIGGER keeps BEFORE DELETE ON code_checks FOR EACH ROW EXECUTE FUNCTION keep_check()');
  const warnings = vi.spyOn(services.log, 'warn').mockReturnValue();
  onTestFinished(() => warnings.mockRestore());
  const jobRuns = new Map<string, number>();
  let batches = 0;
  await runJobs({ ...services, jobRuns }, () => {
    batches += 1;
    return batches > 1_500;
  });
  expect(batches).toBeLessThan(1_000);
  expect([...jobRuns.keys()]).toEqual(
    expect.arrayContaining(['compare codes by their form', 'count transactions']),
  );
  // « État du système » and the metrics then show that it has not ended.
  expect(jobRuns.has('check codes')).toBe(false);
  expect(warnings).toHaveBeenCalledWith({ job: 'check codes' }, expect.any(String));
  await query('DROP TRIGGER keeps ON code_checks');
  await runJobs({ ...services, jobRuns });
  expect(jobRuns.has('check codes')).toBe(true);
  expect(await count('code_checks')).toBe(0);
});

test('a job that has never ended well has the start of its server as its last run, which gets old', async () => {
  await reserved(1, 'now()');
  await query(
    `CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
  );
  await query('CREATE TRIGGER never BEFORE UPDATE ON codes FOR EACH ROW EXECUTE FUNCTION never()');
  onTestFinished(async () => void (await query('DROP TRIGGER never ON codes')));
  const errors = vi.spyOn(services.log, 'error').mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  const jobRuns = new Map<string, number>();
  const stop = startSchedules({ ...services, jobRuns });
  const started = Date.now();
  await eventually(() => errors.mock.calls.length > 0);
  await stop();
  expect(jobRuns.get('release reservations')).toBeLessThanOrEqual(started);
});

test('a server runs its jobs at its start, and a run that is stopped does no more work', async () => {
  const offer = await reserved(1, 'now()');
  const stop = startSchedules(services);
  await eventually(async () => (await available(offer)) === 1);
  await stop();
  const later = await reserved(1, 'now()');
  await runJobs(services, () => true);
  expect(await available(later)).toBe(0);
});
