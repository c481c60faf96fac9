import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type NodeNumber = 1 | 2;
export const nodes: readonly NodeNumber[] = [1, 2];
export const otherNode = (node: NodeNumber): NodeNumber => (node === 1 ? 2 : 1);

/** A network namespace that represents a machine. */
export interface Machine {
  readonly namespace: string;
  /** Its address on the network of the cluster. */
  readonly address: string;
  /** Its address on the clients' network, which stays up while the cluster's network is cut. */
  readonly callersAddress: string;
}

/** Several machines, created by the test of cut networks (tests/cluster/support/network.ts). */
export interface ClusterNetwork {
  readonly nodes: Readonly<Record<NodeNumber, Machine>>;
  /** The machine of servers and a database proxy, without a database. */
  readonly application: Machine;
  /** The address of this machine, which runs etcd, on the cluster's network. */
  readonly witness: string;
}

/** The folder, the ports and the settings of a cluster. */
export interface ClusterOptions {
  /** Made by `up`. The account that runs the database must be able to enter the folders above it. */
  readonly folder: string;
  /** The first of 40 ports on 127.0.0.1. */
  readonly firstPort: number;
  /** Whether commits wait for the standby; without, a failover loses the last ones. Read when the cluster is created. */
  readonly synchronous: boolean;
  /** `host:port` of the Almas servers behind the proxy. */
  readonly servers: readonly string[];
  /** Without it everything is on 127.0.0.1. */
  readonly network?: ClusterNetwork;
}

const loopback = '127.0.0.1';

/** The paths and ports of a cluster. Without a network everything listens on 127.0.0.1. */
export function layout({ folder, firstPort, network }: ClusterOptions) {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    host: loopback,
    etcdHost: network?.witness ?? loopback,
    /** The address of a node for the other programs and for tests. */
    nodeHost: (node: NodeNumber) => network?.nodes[node].address ?? loopback,
    lookHost: (node: NodeNumber) => network?.nodes[node].callersAddress ?? loopback,
    namespace: (node: NodeNumber) => network?.nodes[node].namespace,
    network,
    secrets: at('secrets.json'),
    pid: (daemon: string) => at(`${daemon}.pid`),
    log: (daemon: string) => at(`${daemon}.log`),
    databaseProxyFile: at('database-proxy.cfg'),
    serversProxyFile: at('servers-proxy.cfg'),
    unavailableFile: at('unavailable.http'),
    patroniFile: (node: NodeNumber) => at(`patroni${node}.yml`),
    dataFolder: (node: NodeNumber) => at(`data${node}`),
    passwordFile: (node: NodeNumber) => at(`pgpass${node}`),
    etcdFolder: at('etcd'),
    /** Base backups and the archived log; in production on a machine other than the nodes. */
    backupsFolder: at('backups'),
    backrestFile: (node: NodeNumber) => at(`pgbackrest${node}.conf`),
    ports: {
      /** The port of DATABASE_URL. */
      database: firstPort,
      /** The port of DATABASE_READ_URL. */
      databaseRead: firstPort + 4,
      /** The port that clients call. */
      servers: firstPort + 1,
      etcd: firstPort + 10,
      etcdPeer: firstPort + 11,
      patroni: (node: NodeNumber) => firstPort + 20 + node,
      postgres: (node: NodeNumber) => firstPort + 30 + node,
    },
  };
}
export type Layout = ReturnType<typeof layout>;

const debianVersions = '/usr/lib/postgresql';
const oldest = 15;

/** The folder with the programs of the newest PostgreSQL that Debian's packages installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(debianVersions)) return undefined;
  const newest = readdirSync(debianVersions)
    .map(Number)
    .filter((version) => version >= oldest && existsSync(`${debianVersions}/${version}/bin/postgres`))
    .sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : `${debianVersions}/${newest}/bin`;
}
