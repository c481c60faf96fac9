import { beforeAll, expect, test } from 'vitest';
import { killBehindStalledStandby } from '../../ops/cluster/faults.ts';
import { type NodeNumber, otherNode } from '../../ops/cluster/layout.ts';
import { primaryOf } from '../../ops/cluster/state.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';
import { underLoad } from './support/under-load.ts';

/*
 * The control experiment of failover.test.ts: the same load, fault and comparison with asynchronous commits. It shows that the
 * comparison can find a lost sale.
 */
let fixture: ClusterFixture;
beforeAll(async () => {
  fixture = await openClusterFixture({ name: 'control', synchronous: false });
  return fixture.close;
});

test('P8, P23: with asynchronous replication the same failover loses acknowledged sales, and they are counted', async () => {
  const primary = (await primaryOf(fixture.layout)) as NodeNumber;
  const { result } = await underLoad(fixture, 'control', {
    hit: async () => {
      await killBehindStalledStandby(fixture.layout, primary, otherNode(primary), 1_500);
      return async () => (await primaryOf(fixture.layout)) === otherNode(primary);
    },
  });
  const { lost } = await fixture.compare(result.acknowledged);
  process.stdout.write(`control: ${lost} of ${result.acknowledged.length} acknowledged sales lost\n`);
  expect(lost).toBeGreaterThan(0);
});
