import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { restoreTo } from '../../ops/cluster/cluster.ts';
import { pidOf } from '../../ops/cluster/daemons.ts';
import { kill9 } from '../../ops/cluster/faults.ts';
import { nodes } from '../../ops/cluster/layout.ts';
import { archiveNow } from '../../ops/cluster/point-in-time.ts';
import { eventually } from '../support/eventually.ts';
import { startLoad } from '../support/load.ts';
import { random, seedOfRun } from '../support/random.ts';
import { callServer } from '../support/remote.ts';
import { signedInAgain, type TestUser } from '../support/users.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';

/*
 * P31 on the cluster: both nodes are destroyed, the archive is not. Turned red by: a restore to a minute earlier.
 */
let fixture: ClusterFixture;
beforeAll(async () => {
  fixture = await openClusterFixture({ name: 'point-in-time', synchronous: true });
  return fixture.close;
});

async function sell(count: number, shop = fixture.shop) {
  const load = startLoad(shop, () => [fixture.baseURL], random(seedOfRun()), {
    perSecond: 25,
    respectsRetryAfter: true,
  });
  await eventually(() => load.times.length >= count, { seconds: 60 });
  const { acknowledged, givenUp } = await load.stop();
  expect(givenUp).toEqual([]);
  return acknowledged;
}

const databaseClock = async (): Promise<Date> => {
  const { rows } = await fixture.shop.db.query<{ at: string }>({ text: 'SELECT clock_timestamp() AS at' });
  return new Date(rows[0]?.at ?? '');
};

/** The process id of a program of PostgreSQL's account, for the lock file that a killed PostgreSQL leaves behind. */
async function pidOfAnotherProgram(): Promise<number> {
  const as = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const program = spawn('setpriv', [...as, 'sleep', 'infinity'], { stdio: 'ignore' });
  onTestFinished(() => void program.kill());
  await once(program, 'spawn');
  return program.pid ?? 0;
}

test.each([
  ['before the first backup', () => new Date('2026-01-01T00:00:00Z'), 'La première sauvegarde se termine à'],
  ['to come', () => new Date(Date.now() + 600_000), 'n’est pas encore passé'],
])('a restore to a moment %s is refused, and the cluster continues to sell', async (_, moment, sentence) => {
  await expect(restoreTo(fixture.options, moment())).rejects.toThrow(sentence);
  expect((await fetch(`${fixture.baseURL}/readyz`)).status).toBe(200);
  expect(await fixture.compare(await sell(5))).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
});

test('a restore that fails half-way leaves the cluster as it was, with what was sold', async () => {
  const before = await sell(20);
  const { layout } = fixture;
  // The backup is still listed: the restore fails when it reads it, after it has stopped the cluster.
  const backups = join(layout.backupsFolder, 'backup', 'almas');
  const backup = join(backups, readdirSync(backups).find((name) => /^\d{8}-\d{6}F$/.test(name)) ?? '');
  const former = pidOf(layout, 'etcd');
  const moment = await databaseClock();
  await eventually(async () => (await databaseClock()).getTime() - moment.getTime() > 1_000);
  renameSync(backup, `${backup}.away`);
  await expect(restoreTo(fixture.options, moment)).rejects.toThrow('pgBackRest n’a pas abouti');
  renameSync(`${backup}.away`, backup);
  expect(pidOf(layout, 'etcd')).toBeGreaterThan(0);
  expect(pidOf(layout, 'etcd')).not.toBe(former);
  await eventually(async () => (await fetch(`${fixture.baseURL}/readyz`)).ok, { seconds: 60 });
  expect(await fixture.compare(before)).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
});

// Also turned red by: a restore that leaves the lock file of the killed PostgreSQL's socket.
test('P31: after the loss of both nodes the cluster is restored to a second: every sale before it, none after it', async () => {
  const before = await sell(100);
  const between = await databaseClock();
  // The restore's time is a whole second away from the sales before and after it.
  await eventually(async () => (await databaseClock()).getTime() - between.getTime() > 2_000);
  const after = await sell(50);
  await archiveNow(fixture.layout);
  for (const node of nodes) {
    kill9(fixture.layout, node);
    rmSync(fixture.layout.dataFolder(node), { recursive: true, force: true });
  }
  const { folder, ports } = fixture.layout;
  writeFileSync(join(folder, `.s.PGSQL.${ports.postgres(1)}.lock`), `${await pidOfAnotherProgram()}\n`);
  const began = performance.now();
  await restoreTo(fixture.options, new Date(between.getTime() + 1_000));
  process.stdout.write(`restored to a second after ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  await eventually(async () => (await fetch(`${fixture.baseURL}/readyz`)).ok, { seconds: 60 });
  expect(after.length).toBeGreaterThan(0);
  expect(await fixture.compare(before)).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
  expect(await fixture.audit()).toEqual([]);
  // A session that was ended after the restored moment would be valid again.
  const { server, services, admin, buyers } = fixture.shop;
  const readPurchases = { method: 'GET', path: '/api/purchases' } as const;
  for (const user of [admin, ...buyers])
    expect(await callServer(fixture.baseURL, user, readPurchases)).toMatchObject({ status: 401 });
  const signInAgain = (user: TestUser) => signedInAgain(server, services, user);
  const again = await sell(20, {
    ...fixture.shop,
    admin: await signInAgain(admin),
    buyers: await Promise.all(buyers.map(signInAgain)),
  });
  expect(await fixture.compare(again)).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
  expect(await fixture.audit()).toEqual([]);
});
