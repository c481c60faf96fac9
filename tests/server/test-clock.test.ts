import { execFileSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/src/database/pool.ts';
import { testApp } from '../support/app.ts';
import { clockEnvironment, findFakeTime, setTestClock } from '../support/test-clock.mjs';

const { services, url } = await testApp();
/** Far less than the distance between the moment of a run and the machine's. */
const closeMilliseconds = 60_000;

test('AMB-102: a worker, a command that it runs and PostgreSQL have one clock', async () => {
  const now = Date.now();
  const { rows } = await services.db.query<{ now: string }>({ text: 'SELECT clock_timestamp() AS now' });
  const options = { env: clockEnvironment(), encoding: 'utf8' } as const;
  const moments = {
    command: Number(execFileSync(process.execPath, ['-e', 'console.log(Date.now())'], options)),
    database: Date.parse(rows[0]?.now ?? ''),
  };
  for (const [what, moment] of Object.entries(moments))
    expect(Math.abs(moment - now), what).toBeLessThan(closeMilliseconds);
});

test('AMB-102: the time limits of PostgreSQL pass by the clock of the run for a statement that waits', async () => {
  const timeouts = { connection: 10_000, statement: 500, query: 30_000 };
  const impatient = openDatabase(url, { max: 1, timeouts });
  onTestFinished(() => impatient.end());
  await expect(impatient.query({ text: 'SELECT pg_sleep(60)' })).rejects.toMatchObject({ code: '57014' });
});

describe('the moment of a run', () => {
  const clockOf = (given: Record<string, string>) => {
    const env: Record<string, string | undefined> = { ...given };
    setTestClock(env);
    return env;
  };

  test('AMB-102: TEST_NOW chooses the moment at which a run begins, and a worker keeps the clock of its run', () => {
    const library = findFakeTime();
    const chosen = { TEST_NOW: '2026-12-31T22:30:00Z' };
    if (!library) return expect(() => clockOf(chosen)).toThrow('libfaketime');
    const env = clockOf(chosen);
    const begins = Date.now() + Number(env.FAKETIME) * 1_000;
    expect(Math.abs(begins - Date.parse(chosen.TEST_NOW))).toBeLessThan(closeMilliseconds);
    expect(env.LD_PRELOAD).toMatch(/almas-clock-\d+\.so$/);
    const shared = { FAKETIME: '+5', FAKETIME_SHARED: '/faketime_sem_1 /faketime_shm_1' };
    expect(clockOf(shared)).toEqual({ FAKETIME: '+5' });
    expect(Object.keys(clockEnvironment())).not.toContain('FAKETIME_SHARED');
  });

  test('AMB-102: a run whose TEST_NOW cannot be met does not begin', () => {
    expect(() => clockOf({ TEST_NOW: 'tomorrow' })).toThrow('TEST_NOW is no moment');
    const elsewhere = {
      TEST_NOW: '2026-12-31T22:30:00Z',
      TEST_DATABASE_URL: 'postgres://localhost/postgres',
    };
    expect(() => clockOf(elsewhere)).toThrow('TEST_NOW needs libfaketime');
  });
});
