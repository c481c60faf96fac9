import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitUntilHealthy } from '../../ops/cluster/cluster.ts';
import { type NodeNumber, otherNode } from '../../ops/cluster/layout.ts';
import { primaryOf } from '../../ops/cluster/state.ts';
import { eventually } from '../support/eventually.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';
import { startDirectWriters } from './support/direct-writers.ts';
import { type MachineName, openNetwork, type TestNetwork } from './support/network.ts';
import { expectWhole, type Survived, underLoad } from './support/under-load.ts';

/*
 * P32: machines that are running and cannot reach each other. Each node is a network namespace with a server of its own, which callers
 * still reach when the node is cut off.
 */
let network: TestNetwork;
let fixture: ClusterFixture;
beforeAll(async () => {
  network = await openNetwork();
  fixture = await openClusterFixture({ name: 'partitions', synchronous: true, network, buyers: 100 });
});
afterAll(async () => {
  await fixture?.close();
  await network?.close();
});
afterEach(() => heal());

const nameOf = (node: NodeNumber): MachineName => (node === 1 ? 'n1' : 'n2');
const currentPrimary = async () => (await primaryOf(fixture.layout)) as NodeNumber;
/** The URLs of the servers: callers still reach the server of a node that is cut off. */
const servers = () => fixture.servers.map(({ baseURL }) => baseURL);
const isReady = async (baseURL: string | undefined) =>
  (await fetch(`${baseURL}/readyz`).catch(() => undefined))?.ok ?? false;

async function heal(): Promise<void> {
  await network.set({});
  await waitUntilHealthy(fixture.options);
  await eventually(async () => (await Promise.all(servers().map(isReady))).every(Boolean), { seconds: 90 });
}

async function cutOff(node: NodeNumber): Promise<void> {
  const others: MachineName[] = [nameOf(otherNode(node)), 'app', 'witness'];
  await network.set({ cut: others.map((other) => [nameOf(node), other]) });
}

/** Compares after the partition has healed, so that sales that only the former primary had would be missing. */
async function expectHealed(survived: Survived): Promise<void> {
  await heal();
  await expectWhole(fixture, survived);
}

describe('P32: a cut network under 50 purchases a second', () => {
  test('a primary that is cut off and still has clients acknowledges nothing once the other node does', async () => {
    const primary = await currentPrimary();
    const standby = otherNode(primary);
    const writers = await startDirectWriters(fixture.layout);
    const survived = await underLoad(
      fixture,
      'primary cut off',
      {
        hit: async () => {
          await cutOff(primary);
          return async () => (await primaryOf(fixture.layout)) === standby;
        },
      },
      servers,
    );
    await writers.stop();
    const [first] = writers.acknowledged(standby);
    const last = writers.acknowledged(primary).at(-1);
    expect(writers.acknowledged(primary).length).toBeGreaterThan(0);
    expect(first).toBeDefined();
    expect(last).toBeLessThan(first ?? 0);
    await expectHealed(survived);
  });

  test('when the standby is cut off, the primary continues alone and no acknowledged sale is lost', async () => {
    const primary = await currentPrimary();
    const survived = await underLoad(
      fixture,
      'standby cut off',
      {
        hit: async () => {
          await cutOff(otherNode(primary));
          return undefined;
        },
      },
      servers,
    );
    expect(await currentPrimary()).toBe(primary);
    await expectHealed(survived);
  });

  test('when a database proxy is cut off from the primary, its server is not ready and the others continue', async () => {
    const primary = await currentPrimary();
    const application = fixture.servers[2]?.baseURL;
    const survived = await underLoad(
      fixture,
      'proxy cut from the primary',
      {
        hit: async () => {
          await network.set({ cut: [['app', nameOf(primary)]] });
          return async () => !(await isReady(application));
        },
      },
      servers,
    );
    expect(await currentPrimary()).toBe(primary);
    expect(await isReady(application)).toBe(false);
    await expectHealed(survived);
  });

  test('with 300 ms and 5 % loss between the nodes for 20 s, sales wait, and none is lost or doubled', async () => {
    const primary = await currentPrimary();
    const survived = await underLoad(
      fixture,
      'slow and lossy',
      {
        hit: async () => {
          await network.set({ slow: { between: ['n1', 'n2'], seconds: 0.15, loss: 0.05 } });
          const end = performance.now() + 20_000;
          await eventually(() => performance.now() > end, { seconds: 30 });
          // The network is repaired before the waiting calls are served, or the test would never end.
          await network.set({});
          return undefined;
        },
      },
      servers,
    );
    expect(await currentPrimary()).toBe(primary);
    await expectHealed(survived);
  });
});
