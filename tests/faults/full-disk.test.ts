import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { runningUrl } from '../../server/src/database/embedded/running.ts';
import { testConfig } from '../support/app.ts';
import { removeLeftovers } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { compareWithLedger, startLoad } from '../support/load.ts';
import { random, seedOfRun } from '../support/random.ts';
import { remoteShop } from '../support/remote-shop.ts';
import { runAlmas } from '../support/run-almas.ts';
import { spawnServer, startServer } from '../support/server-process.ts';
import { smallDisk } from '../support/small-disk.ts';

/*
 * P33, P7: the disk of DATA_DIR is full while resellers buy. Turned red by: a write probe that allocates no space (write-probe.ts), 53100
 * not treated as an unavailable database (failures.ts).
 */
const fullMilliseconds = process.env.LONG ? 30_000 : 3_000;
const disk = smallDisk(300);
const dataDir = join(disk.folder, 'data');
mkdirSync(dataDir, { mode: 0o711 });
const environment = {
  DATA_DIR: dataDir,
  CODES_KEY: testConfig().codesKey ?? '',
  RATE_LIMIT_PURCHASE: '1000000',
};
const server = await startServer(environment);
const shop = await remoteShop(runningUrl(dataDir, 'almas', 'almas_owner') ?? '', { codes: 20_000 });
afterAll(async () => {
  await shop.close();
  await server.stop();
  disk.remove();
});
const readiness = async () => (await fetch(`${server.baseURL}/readyz`)).status;

test('on a full disk sales get 503 with Retry-After and /readyz fails; once there is space, sales succeed again and none is lost', async () => {
  const seed = seedOfRun();
  const load = startLoad(shop, () => [server.baseURL], random(seed), { purchases: 1 });
  await eventually(() => load.times.length > 20);
  expect(await readiness()).toBe(200);

  disk.fill();
  // Some sales still fit into existing pages; soon none does. Nothing is freed in between: the database would take some of it for more.
  let began = 0;
  await eventually(async () => {
    disk.fill();
    const before = load.times.length;
    await pause(300);
    began = Date.now();
    return load.times.length === before;
  });
  await eventually(async () => (await readiness()) === 503, { seconds: 20 });
  const noticed = Date.now() - began;
  await pause(fullMilliseconds);
  expect(await readiness()).toBe(503);
  const sold = load.times.length;

  disk.free();
  const freed = Date.now();
  await eventually(async () => (await readiness()) === 200, { seconds: 30 });
  await eventually(() => load.times.length > sold + 20, { seconds: 60 });
  const result = await load.stop();
  process.stdout.write(
    `full disk, seed ${seed}: ${result.acknowledged.length} sales, failed attempts ${JSON.stringify(result.failedAttempts)}, /readyz 503 after ${noticed} ms\n`,
  );
  expect(noticed).toBeLessThanOrEqual(5_000);
  expect(freed).toBeGreaterThan(began);
  expect(result.failedAttempts['503']).toBeGreaterThan(0);
  expect(result.refusals.withoutRetryAfter).toBe(0);
  expect(result.givenUp).toEqual([]);
  expect(result.changedResponses).toEqual([]);
  expect(await compareWithLedger(shop, result)).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
  expect(await audit(shop.db)).toEqual([]);
  expect(server.child.exitCode).toBeNull();
});

test('a first start on a disk that is too small for a database says that the disk is full', async () => {
  const small = smallDisk(10);
  try {
    const { exited, output } = spawnServer({ DATA_DIR: join(small.folder, 'data') });
    expect(await exited).toBe(1);
    expect(output()).toMatch(/\nLe disque est plein : [^\n]+\n$/);
  } finally {
    small.remove();
  }
});

test('a backup onto a full disk fails with a sentence and leaves no file', async () => {
  const target = smallDisk(1);
  try {
    target.fill();
    const file = join(target.folder, 'almas.backup');
    const { code, output } = await runAlmas(environment, 'backup', file);
    expect(output).toMatch(/Le disque est plein : rien n’a été écrit/);
    expect(output).not.toMatch(/ENOSPC| at /);
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(false);
  } finally {
    target.remove();
  }
});

// Turned red by: a folder that cannot be removed while a disk is mounted in it, which stops the next run.
test('the small disk of a run that was killed is unmounted and removed before the next run', async () => {
  const { folder } = smallDisk(1);
  const left = join(dirname(dirname(folder)), `almas-test-${2 ** 31 - 1}-disk`);
  renameSync(dirname(folder), left);
  await removeLeftovers();
  expect(existsSync(left)).toBe(false);
});
