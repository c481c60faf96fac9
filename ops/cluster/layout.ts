import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type NodeNumber = 1 | 2;
export const nodes: readonly NodeNumber[] = [1, 2];
export const otherNode = (node: NodeNumber): NodeNumber => (node === 1 ? 2 : 1);

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
}

const loopback = '127.0.0.1';

/** Every file and port of a cluster. Nothing listens elsewhere than on 127.0.0.1. */
export function layout({ folder, firstPort }: ClusterOptions) {
  const at = (name: string) => join(folder, name);
  return {
    folder,
    host: loopback,
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
    ports: {
      /** What DATABASE_URL names. */
      database: firstPort,
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
