import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildServer } from '../../server/src/app.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import {
  type FallbackReason,
  openReadReplica,
  type ReadReplica,
} from '../../server/src/database/read-replica.ts';
import type { QueryConfig } from '../../server/src/database/run-query.ts';
import { openServices } from '../../server/src/open-services.ts';
import type { Services } from '../../server/src/services.ts';
import { testConfig } from '../support/app.ts';
import { type FinishedProcess, finished } from '../support/child-output.ts';
import { eventually } from '../support/eventually.ts';
import { type PrimaryWithStandby, primaryWithStandby } from '../support/standby.ts';
import { clockEnvironment } from '../support/test-clock.mjs';
import { createUser, type TestUser } from '../support/users.ts';

const maxLagSeconds = 1;
let databases: PrimaryWithStandby;
let owner: Database;
let services: Services;
let admin: TestUser;
let reseller: TestUser;
const ends: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  databases = await primaryWithStandby();
  ends.push(() => databases.remove());
  owner = openDatabase(databases.ownerUrl, { max: 2 });
  await migrate(owner, new URL(databases.url).username);
  const db = openDatabase(databases.url);
  ends.push(async () => {
    await db.end();
    await owner.end();
  });
  const config = testConfig({ databaseReadUrl: databases.standbyUrl, databaseReadLag: maxLagSeconds });
  services = await openServices(config, db, pino({ level: 'silent' }));
  const server = await buildServer(services);
  ends.push(() => server.close());
  // Accounts are created as the owner of the tables.
  admin = await createUser(server, { ...services, db: owner }, { role: 'admin' });
  reseller = await createUser(server, { ...services, db: owner }, { balance: 1_000 });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const figures = (of: ReadReplica = services.replica) => {
  const found = of.figures();
  if (!found) throw new Error('no replica');
  return found;
};
const readsCountedAs = (by: 'replica' | FallbackReason) => figures().reads.get(by) ?? 0;
const usable = () => eventually(() => figures().refusedFor === undefined, { seconds: 30, what: 'usable' });
const recharge = async (note: string) => {
  const { status } = await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 5, note });
  expect(status).toBe(200);
};
const newestNote = async () => (await admin.get('/api/recharges?limit=1')).body.items[0].note;

describe('with DATABASE_READ_URL', () => {
  test('the lists of an administrator are read on the standby, those of a reseller and balances on the primary', async () => {
    await usable();
    await recharge('first');
    const before = readsCountedAs('replica');
    expect((await admin.get('/api/transactions')).body.items).toHaveLength(2);
    expect(readsCountedAs('replica')).toBeGreaterThan(before);
    const after = readsCountedAs('replica');
    for (const path of ['/api/me', '/api/recharge-requests', '/api/purchases', '/api/operations'])
      expect((await reseller.get(path)).status).toBe(200);
    expect((await admin.get(`/api/users/${reseller.id}`)).body.balance).toBe(1_005);
    expect((await admin.get('/api/users')).status).toBe(200);
    expect(readsCountedAs('replica')).toBe(after);
  });

  test('an administrator sees each of 50 own writes in the very next list, wherever it is read', async () => {
    await usable();
    for (let count = 0; count < 50; count += 1) {
      await recharge(`own ${count}`);
      expect(await newestNote()).toBe(`own ${count}`);
    }
  });

  test('a standby that stops replaying is left immediately, reported as lagging, and read again when it has caught up', async () => {
    await usable();
    await databases.onStandby('SELECT pg_wal_replay_pause()');
    const behind = readsCountedAs('behind');
    await recharge('while it stands still');
    expect(await newestNote()).toBe('while it stands still');
    expect(readsCountedAs('behind')).toBeGreaterThan(behind);
    await eventually(() => figures().refusedFor === 'lagging', { seconds: 30, what: 'lagging' });
    expect(figures().lagSeconds).toBeGreaterThan(maxLagSeconds);
    const replica = readsCountedAs('replica');
    expect(await newestNote()).toBe('while it stands still');
    expect(readsCountedAs('replica')).toBe(replica);
    await databases.onStandby('SELECT pg_wal_replay_resume()');
    await usable();
    expect(await newestNote()).toBe('while it stands still');
    expect(readsCountedAs('replica')).toBeGreaterThan(replica);
    expect(figures().lagSeconds).toBeLessThan(maxLagSeconds);
  });

  test('a standby that is stopped fails no call: lists are read on the primary until it can be used again', async () => {
    await usable();
    await databases.stopStandby();
    expect(await newestNote()).toBe('while it stands still');
    await eventually(() => figures().refusedFor === 'away', { what: 'away' });
    expect(await newestNote()).toBe('while it stands still');
    await databases.startStandby();
    await usable();
  });

  /** A primary that runs `before` ahead of a statement of this name, once. */
  const interruptedAt = (name: string, turn: number, before: () => Promise<unknown>): Database => {
    let seen = 0;
    return Object.create(owner, {
      query: {
        value: async (config: QueryConfig) => {
          if (config.name === name) {
            seen += 1;
            if (seen === turn) await before();
          }
          return owner.query(config);
        },
      },
    });
  };

  test('when the standby fails between its check and a long read, the primary does the read', async () => {
    const armed = { now: false };
    const dying = interruptedAt('replica.flushed', 2, () => databases.stopStandby());
    const primary: Database = Object.create(owner, {
      query: {
        value: (config: QueryConfig) => (armed.now ? dying : owner).query(config),
      },
    });
    const replica = openReadReplica(primary, { url: databases.standbyUrl, max: 1, maxLagSeconds });
    try {
      await eventually(() => figures(replica).refusedFor === undefined, { seconds: 30, what: 'usable' });
      armed.now = true;
      const { db, fallback } = await replica.forLongRead();
      expect([db === primary, fallback]).toEqual([true, 'away']);
    } finally {
      await replica.end();
      await databases.startStandby();
    }
  });

  test('the audit and backup commands read on the standby and say so, and audit reads on the primary without it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almas-replica-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    expect(await run('audit')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Lecture sur la base de secours'),
    });
    expect(await run('backup', join(folder, 'a.backup'))).toMatchObject({
      code: 0,
      output: expect.stringContaining('Lecture sur la base de secours'),
    });
    await databases.stopStandby();
    expect(await run('audit')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Lecture sur la base principale : la base de secours est injoignable'),
    });
    await databases.startStandby();
  });
});

describe('DATABASE_READ_URL that does not name a standby of this database', () => {
  const reasonOf = async (url: string) => {
    const replica = openReadReplica(owner, { url, max: 1, maxLagSeconds });
    try {
      const { db, fallback } = await replica.forLongRead();
      expect(db).toBe(owner);
      const { rows } = await replica.reads.query<{ one: number }>({ text: 'SELECT 1 AS one' });
      expect(rows).toEqual([{ one: 1 }]);
      expect(figures(replica).reads.get('replica')).toBeUndefined();
      return fallback;
    } finally {
      await replica.end();
    }
  };

  test('the primary does all reads when DATABASE_READ_URL names the primary, another system, another database or nothing', async () => {
    expect(await reasonOf(databases.url)).toBe('not_standby');
    expect(await reasonOf(inject('cluster').adminUrl)).toBe('other_system');
    expect(await reasonOf(databases.otherDatabaseUrl)).toBe('other_system');
    expect(await reasonOf('postgres://almas:x@127.0.0.1:1/almas')).toBe('away');
  });

  test('a standby that was promoted to a primary is no longer read', async () => {
    await usable();
    const replica = readsCountedAs('replica');
    await databases.onStandby('SELECT pg_promote(true)');
    await recharge('after the promotion');
    expect(await newestNote()).toBe('after the promotion');
    expect(readsCountedAs('replica')).toBe(replica);
    await eventually(() => figures().refusedFor === 'not_standby', { what: 'not a standby' });
  });
});

/** Runs `npm run NAME`, as an operator does. */
function run(name: string, ...args: string[]): Promise<FinishedProcess> {
  const script = fileURLToPath(new URL('../../scripts/command.mjs', import.meta.url));
  return finished(
    spawn(process.execPath, [script, name, ...args], {
      env: {
        ...clockEnvironment(),
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CODES_KEY: testConfig().codesKey,
        DATABASE_URL: databases.url,
        DATABASE_READ_URL: databases.standbyUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}
