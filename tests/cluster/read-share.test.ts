import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { family, postmasterOf } from '../../ops/cluster/daemons.ts';
import type { NodeNumber } from '../../ops/cluster/layout.ts';
import { databaseReadUrl } from '../../ops/cluster/secrets.ts';
import { primaryOf } from '../../ops/cluster/state.ts';
import { eventually } from '../support/eventually.ts';
import { random, seedOfRun } from '../support/random.ts';
import { callServer, type RemoteCall } from '../support/remote.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';

/*
 * How much of the primary's work a standby takes (docs/scale.md): the same calls with and without DATABASE_READ_URL, measured
 * by the CPU time of the primary's processes.
 */
const calls = 3_000;
const workers = 8;
let fixture: ClusterFixture;
beforeAll(async () => {
  fixture = await openClusterFixture({ name: 'read-share', synchronous: true });
  return fixture.close;
});

/** 5 % purchases; of the reads, half are lists of an administrator, half are a reseller's own. */
function randomCall(rng: ReturnType<typeof random>): readonly [{ cookie: string }, RemoteCall] {
  const { admin, buyers, productId, offerId } = fixture.shop;
  const buyer = rng.pick(buyers);
  const get = (path: string) => ({ method: 'GET', path }) as const;
  if (rng.chance(0.05)) {
    const body = { productId, offerId, quantity: 1 };
    return [buyer, { method: 'POST', path: '/api/purchases', key: randomUUID(), body }];
  }
  if (rng.chance(0.5)) return [buyer, get(rng.pick(['/api/me', '/api/operations', '/api/purchases']))];
  const lists = [
    '/api/transactions',
    '/api/purchases',
    '/api/statistics',
    '/api/statistics/activity',
    '/api/codes',
  ];
  return [admin, get(rng.pick(lists))];
}

/** Seconds of CPU time that the processes of the node's PostgreSQL have used so far. */
function processorSeconds(node: NodeNumber): number {
  const ticks = family(postmasterOf(fixture.layout, node) ?? 0).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

async function measure(seed: number): Promise<{ seconds: number; fromReplica: number }> {
  const rng = random(seed);
  const primary = (await primaryOf(fixture.layout)) as NodeNumber;
  const run = async (count: number) => {
    let left = count;
    const work = async () => {
      while (left-- > 0) expect((await callServer(fixture.baseURL, ...randomCall(rng))).status).toBe(200);
    };
    await Promise.all(Array.from({ length: workers }, work));
  };
  await run(200);
  const before = processorSeconds(primary);
  await run(calls);
  const seconds = processorSeconds(primary) - before;
  const figures = await Promise.all(
    fixture.servers.map(async ({ baseURL }) => (await fetch(`${baseURL}/metrics`)).text()),
  );
  const fromReplica = figures
    .map((text) => Number(/almas_replica_reads_total\{answered="replica"\} (\d+)/.exec(text)?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
  return { seconds, fromReplica };
}

test('with DATABASE_READ_URL the primary works less for the same calls of which 95 % are reads', async () => {
  const seed = seedOfRun();
  const without = await measure(seed);
  await fixture.restart({ DATABASE_READ_URL: databaseReadUrl(fixture.layout) });
  const usable = async () => {
    const texts = await Promise.all(
      fixture.servers.map(async ({ baseURL }) => (await fetch(`${baseURL}/metrics`)).text()),
    );
    return texts.every((text) => /almas_replica_usable\{[^}]*\} 1/.test(text));
  };
  await eventually(usable, { seconds: 60, what: 'the standby is read' });
  const beside = await measure(seed);
  const share = 1 - beside.seconds / without.seconds;
  process.stdout.write(
    `95 % reads: SEED=${seed}, ${calls} calls, the primary's processor ${without.seconds.toFixed(2)} s without, ` +
      `${beside.seconds.toFixed(2)} s with DATABASE_READ_URL: ${Math.round(share * 100)} % taken away; ` +
      `${beside.fromReplica} statements on the standby\n`,
  );
  expect(without.fromReplica).toBe(0);
  expect(beside.fromReplica).toBeGreaterThan(calls / 4);
  expect(beside.seconds).toBeLessThan(without.seconds);
  expect(await fixture.audit()).toEqual([]);
});
