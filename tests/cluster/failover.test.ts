import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startNode, waitUntilHealthy } from '../../ops/cluster/cluster.ts';
import { pidOf, signal, start } from '../../ops/cluster/daemons.ts';
import { kill9, kill9Program, killBehindStalledStandby } from '../../ops/cluster/faults.ts';
import { type NodeNumber, otherNode } from '../../ops/cluster/layout.ts';
import { databaseProxy, etcd } from '../../ops/cluster/programs.ts';
import { primaryOf } from '../../ops/cluster/state.ts';
import { eventually } from '../support/eventually.ts';
import { callServer } from '../support/remote.ts';
import { type ClusterFixture, openClusterFixture } from './support/cluster-fixture.ts';
import { keepStream } from './support/event-stream.ts';
import { expectWhole, type Survived, underLoad } from './support/under-load.ts';

/*
 * P8 through the product itself, on PostgreSQL with a synchronous standby. Turned red by: replication that does not wait for the
 * standby, as control.test.ts shows.
 */
let fixture: ClusterFixture;
beforeAll(async () => {
  fixture = await openClusterFixture({ name: 'failover', synchronous: true });
  return fixture.close;
});
let repair: (() => void) | undefined;

afterEach(async () => {
  repair?.();
  repair = undefined;
  await waitUntilHealthy(fixture.options);
  await eventually(async () => (await fetch(`${fixture.baseURL}/readyz`)).ok, { seconds: 60 });
});

const currentPrimary = async () => (await primaryOf(fixture.layout)) as NodeNumber;
const hasFailedOver = (from: NodeNumber) => async () => (await primaryOf(fixture.layout)) === otherNode(from);

/** Expects that the fault lost nothing, and that the servers are still these processes. */
async function expectSurvived(survived: Survived, pids: readonly number[]): Promise<void> {
  await expectWhole(fixture, survived);
  expect(runningPids()).toEqual(pids);
}
const runningPids = () => fixture.servers.map(({ child, pid }) => (child.exitCode === null ? pid : 0));

describe('P8: kill -9 under 50 purchases a second', () => {
  test('after kill -9 of the primary and its Patroni the standby takes over, and open screens receive sales again', async () => {
    const pids = runningPids();
    const primary = await currentPrimary();
    const buyer = fixture.shop.buyers[0] as { cookie: string };
    const screen = await keepStream(fixture.baseURL, buyer.cookie);
    const survived = await underLoad(fixture, 'primary', {
      hit: async () => {
        kill9(fixture.layout, primary);
        repair = () => startNode(fixture.layout, primary);
        return hasFailedOver(primary);
      },
    });
    screen.clear();
    const sale = { productId: fixture.shop.productId, offerId: fixture.shop.offerId, quantity: 1 };
    const key = randomUUID();
    const bought = await callServer(fixture.baseURL, buyer, {
      method: 'POST',
      path: '/api/purchases',
      key,
      body: sale,
    });
    expect(bought.status).toBe(200);
    await eventually(() => screen.received('balance'));
    screen.close();
    const acknowledged = { kind: 'purchase', key, id: Number(bought.body.id) } as const;
    const { result } = survived;
    const all = { ...result, begun: result.begun + 1, acknowledged: [...result.acknowledged, acknowledged] };
    await expectSurvived({ ...survived, result: all }, pids);
  });

  test('after kill -9 of the standby no acknowledged sale is lost, and the primary continues alone', async () => {
    const pids = runningPids();
    const standby = otherNode(await currentPrimary());
    const survived = await underLoad(fixture, 'standby', {
      hit: async () => {
        kill9(fixture.layout, standby);
        repair = () => startNode(fixture.layout, standby);
        return undefined;
      },
    });
    await expectSurvived(survived, pids);
  });

  test('after kill -9 of the primary’s Patroni its database acknowledges nothing more, and the standby takes over', async () => {
    const pids = runningPids();
    const primary = await currentPrimary();
    const survived = await underLoad(fixture, 'patroni', {
      hit: async () => {
        kill9(fixture.layout, primary, 'patroni');
        repair = () => startNode(fixture.layout, primary);
        return hasFailedOver(primary);
      },
    });
    await expectSurvived(survived, pids);
  });

  test('after kill -9 of the primary, a second after its standby stalled, no acknowledged sale is lost', async () => {
    const pids = runningPids();
    const primary = await currentPrimary();
    const survived = await underLoad(fixture, 'stalled standby', {
      hit: async () => {
        await killBehindStalledStandby(fixture.layout, primary, otherNode(primary), 1_000);
        repair = () => startNode(fixture.layout, primary);
        return hasFailedOver(primary);
      },
    });
    await expectSurvived(survived, pids);
  });

  test('after kill -9 of one Almas server the other one serves, and no sale is done twice', async () => {
    const pids = runningPids();
    const survived = await underLoad(fixture, 'server', {
      hit: async () => {
        await fixture.servers[1]?.kill();
        return undefined;
      },
    });
    await fixture.startAgain(1);
    await expectSurvived(survived, [pids[0] ?? 0, fixture.servers[1]?.pid ?? 0]);
  });

  test('when the database proxy is frozen, then killed, servers are not ready, and no acknowledged sale is lost', async () => {
    const pids = runningPids();
    const { name } = databaseProxy(fixture.layout);
    const survived = await underLoad(fixture, 'proxy', {
      hit: async () => {
        signal([pidOf(fixture.layout, name) ?? 0], 'SIGSTOP');
        const frozen = await fetch(`${fixture.servers[0]?.baseURL}/readyz`);
        expect(frozen.status).toBe(503);
        kill9Program(fixture.layout, name);
        await eventually(() => pidOf(fixture.layout, name) === undefined);
        const gone = await fetch(`${fixture.servers[0]?.baseURL}/readyz`);
        expect(gone.status).toBe(503);
        start(fixture.layout, databaseProxy(fixture.layout));
        return undefined;
      },
    });
    await expectSurvived(survived, pids);
  });

  test('after kill -9 of etcd the primary stays the primary, and no acknowledged sale is lost', async () => {
    const pids = runningPids();
    const primary = await currentPrimary();
    const survived = await underLoad(fixture, 'etcd', {
      hit: async () => {
        kill9Program(fixture.layout, 'etcd');
        repair = () => start(fixture.layout, etcd(fixture.layout));
        return undefined;
      },
    });
    expect(await currentPrimary()).toBe(primary);
    await expectSurvived(survived, pids);
  });
});
