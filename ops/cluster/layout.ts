import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type NodeNumber = 1 | 2;
export const nodes: readonly NodeNumber[] = [1, 2];
export const otherNode = (node: NodeNumber): NodeNumber => (node === 1 ? 2 : 1);

/** A network namespace that stands for one machine. */
export interface Machine {
  readonly namespace: string;
  /** Its address on the network of the cluster. */
  readonly address: string;
  /** Its address on a second network, that of callers: it is there while the cluster's own is cut. */
  readonly callersAddress: string;
}

/** Machines instead of one: a test of cut networks makes them (tests/cluster/support/network.ts). */
export interface ClusterNetwork {
  readonly nodes: Readonly<Record<NodeNumber, Machine>>;
  /** Has servers and a database proxy, and no database. */
  readonly application: Machine;
  /** This machine on the network of the cluster: etcd. */
  readonly witness: string;
}

/** Where a cluster is and how it behaves. */
export interface ClusterOptions {
  /** Made by `up`. The account that runs the database must be able to enter the folders above it. */
  readonly folder: string;
  /** The first of 40 ports on 127.0.0.1. */
  readonly firstPort: number;
  /** A commit waits for the standby. Without, a failover loses the last ones. Read when the cluster is made. */
  readonly synchronous: boolean;
  /** `host:port` of the Almas servers behind the proxy. */
  readonly servers: readonly string[];
  /** Without, everything is on 127.0.0.1. */
  readonly network?: ClusterNetwork;
}

const loopback = '127.0.0.1';

/** Every file and port of a cluster. Without a network nothing listens elsewhere than on 127.0.0.1. */
export function layout({ folder, firstPort, network }: ClusterOptions) {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    host: loopback,
    etcdHost: network?.witness ?? loopback,
    /** Where the other programs of the cluster find a node, and where a test looks at it. */
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
    /** Base backups and the archived log; on real machines on another one than the nodes. */
    backupsFolder: at('backups'),
    backrestFile: (node: NodeNumber) => at(`pgbackrest${node}.conf`),
    ports: {
      /** What DATABASE_URL names. */
      database: firstPort,
      /** What DATABASE_READ_URL names. */
      databaseRead: firstPort + 4,
      /** What the world in front calls. */
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
