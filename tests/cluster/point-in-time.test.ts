import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { restoreTo } from '../../ops/cluster/cluster.ts';
import { kill9 } from '../../ops/cluster/faults.ts';
import { nodes } from '../../ops/cluster/layout.ts';
import { archiveNow } from '../../ops/cluster/point-in-time.ts';
import { eventually } from '../support/eventually.ts';
import { startLoad } from '../support/load.ts';
import { aSeed, random } from '../support/random.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';

/*
 * P31 on the cluster: both nodes are destroyed, the archive is not. Turned red by restoring to a minute earlier.
 */
let fixture: ClusterFixture;
beforeAll(async () => {
  fixture = await openClusterFixture({ name: 'point-in-time', synchronous: true });
  return fixture.close;
});

async function sell(count: number) {
  const load = startLoad(fixture.shop, () => [fixture.baseURL], random(aSeed()), {
    perSecond: 25,
    heedsRetryAfter: true,
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

test('P31: after the loss of both nodes the cluster is restored to a second: every sale before it, none after it', async () => {
  const before = await sell(100);
  const between = await databaseClock();
  // A whole second: the sales on either side of the chosen one differ by more than a clock's resolution.
  await eventually(async () => (await databaseClock()).getTime() - between.getTime() > 2_000);
  const after = await sell(50);
  await archiveNow(fixture.layout);
  for (const node of nodes) {
    kill9(fixture.layout, node);
    rmSync(fixture.layout.dataFolder(node), { recursive: true, force: true });
  }
  const began = performance.now();
  await restoreTo(fixture.options, new Date(between.getTime() + 1_000));
  process.stdout.write(`restored to a second after ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  await eventually(async () => (await fetch(`${fixture.baseURL}/readyz`)).ok, { seconds: 60 });
  expect(after.length).toBeGreaterThan(0);
  expect(await fixture.compare(before)).toEqual({ lost: 0, doubled: 0, unasked: 0 });
  expect(await fixture.audit()).toEqual([]);
  const again = await sell(20);
  expect(await fixture.compare(again)).toEqual({ lost: 0, doubled: 0, unasked: 0 });
  expect(await fixture.audit()).toEqual([]);
});
