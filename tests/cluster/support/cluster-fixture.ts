import { join } from 'node:path';
import { down, up } from '../../../ops/cluster/cluster.ts';
import { inNamespace } from '../../../ops/cluster/daemons.ts';
import type { ClusterOptions, Layout } from '../../../ops/cluster/layout.ts';
import { databaseOwnerUrl, databaseUrl } from '../../../ops/cluster/secrets.ts';
import { audit } from '../../../server/src/audit/audit.ts';
import { type Acknowledged, compareWithLedger } from '../../support/load.ts';
import { type RemoteShop, remoteEnvironment, remoteShop } from '../../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import type { TestNetwork } from './network.ts';

/** Two Almas servers behind a proxy, on a cluster of two nodes behind the database proxy. */
export interface ClusterFixture {
  readonly options: ClusterOptions;
  readonly layout: Layout;
  readonly shop: RemoteShop;
  readonly servers: ServerProcess[];
  /** URL of the proxy in front of the servers. */
  readonly baseURL: string;
  /** Restarts the server with this index on its port. */
  startAgain(index: number): Promise<void>;
  /** Restarts every server with these additional variables. */
  restart(env: Record<string, string>): Promise<void>;
  /** Compares the acknowledged operations of all tests so far with the ledger; `unacknowledged` since the last comparison. */
  compare(acknowledged: readonly Acknowledged[]): ReturnType<typeof compareWithLedger>;
  audit(): ReturnType<typeof audit>;
  close(): Promise<void>;
}

const firstPort = Number(process.env.CLUSTER_PORT);
const say = (line: string) => process.stdout.write(`${line}\n`);

export interface FixtureOptions {
  /** Name of its folder in CLUSTER_DIR, which the run deletes at its end; the logs of a failed run are kept. */
  readonly name: string;
  readonly synchronous: boolean;
  /** With it each node is on a machine of its own with a server, and a third server on the application's machine. */
  readonly network?: TestNetwork;
  readonly buyers?: number;
}

/** Starts a fixture. When that fails, the programs that were started are stopped. */
export async function openClusterFixture(wanted: FixtureOptions): Promise<ClusterFixture> {
  const { name, synchronous, network } = wanted;
  const ports = [firstPort + 2, firstPort + 3];
  const machines = network && [
    network.cluster.nodes[1],
    network.cluster.nodes[2],
    network.cluster.application,
  ];
  const hosts: Host[] = machines
    ? machines.map(({ callersAddress, namespace }) => ({
        address: callersAddress,
        port: firstPort + 2,
        namespace,
      }))
    : ports.map((port) => ({ address: '127.0.0.1', port, namespace: undefined }));
  const options: ClusterOptions = {
    folder: join(process.env.CLUSTER_DIR ?? '', name),
    firstPort,
    synchronous,
    servers: hosts.map(({ address, port }) => `${address}:${port}`),
    ...(network && { network: network.cluster }),
  };
  const ends: (() => Promise<unknown>)[] = [() => down(options)];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await fill(options, hosts, wanted, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The machine of a server. */
interface Host {
  readonly address: string;
  readonly port: number;
  readonly namespace: string | undefined;
}

async function fill(
  options: ClusterOptions,
  hosts: readonly Host[],
  { network, buyers = 20 }: FixtureOptions,
  ends: (() => Promise<unknown>)[],
): Promise<Omit<ClusterFixture, 'close'>> {
  const layout = await up(options, say);
  const url = databaseUrl(layout);
  // The shop is created as the owner; the servers use the serving role.
  const shop = await remoteShop(databaseOwnerUrl(layout), { buyers, codes: 60_000 });
  ends.push(() => shop.close());
  let more: Record<string, string> = {};
  const start = ({ address, port, namespace }: Host) =>
    startServer(
      {
        ...remoteEnvironment(url),
        ...more,
        HOST: address,
        PORT: String(port),
        TRUST_PROXY: ['127.0.0.1', ...(network?.callers ?? [])].join(','),
      },
      inNamespace(namespace),
    );
  const servers: ServerProcess[] = [];
  ends.push(() => Promise.all(servers.map((server) => server.stop())));
  for (const host of hosts) servers.push(await start(host));
  const allAcknowledged: Acknowledged[] = [];
  let unacknowledgedBefore = 0;
  return {
    options,
    layout,
    shop,
    servers,
    baseURL: `http://${layout.host}:${layout.ports.servers}`,
    startAgain: async (index) => {
      servers[index] = await start(hosts[index] as Host);
    },
    restart: async (env) => {
      more = env;
      await Promise.all(servers.map((server) => server.stop()));
      for (const [index, host] of hosts.entries()) servers[index] = await start(host);
    },
    compare: async (acknowledged) => {
      allAcknowledged.push(...acknowledged);
      const found = await compareWithLedger(shop, { acknowledged: allAcknowledged });
      const unacknowledged = found.unacknowledged - unacknowledgedBefore;
      unacknowledgedBefore = found.unacknowledged;
      return { ...found, unacknowledged };
    },
    audit: () => audit(shop.db),
  };
}
