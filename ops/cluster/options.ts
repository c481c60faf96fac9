import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clusterTexts as texts } from '@almas/locale/cluster';
import type { ClusterOptions } from './layout.ts';

/** Below 32768: above, the system uses ports for outgoing connections. */
const defaultPort = 25_000;

/** @throws Error with a sentence for a number that leaves no room for the 40 ports */
function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1_024 || port > 65_496) throw new Error(texts.port(text));
  return port;
}

/** Reads CLUSTER_DIR, CLUSTER_PORT, CLUSTER_SYNCHRONOUS=false and CLUSTER_SERVERS; the defaults suit a first try. */
export function readOptions(env: Readonly<Record<string, string | undefined>>): ClusterOptions {
  return {
    folder: resolve(env.CLUSTER_DIR || join(tmpdir(), 'almas-cluster')),
    firstPort: portOf(env.CLUSTER_PORT || String(defaultPort)),
    synchronous: env.CLUSTER_SYNCHRONOUS !== 'false',
    servers: (env.CLUSTER_SERVERS || '127.0.0.1:3001,127.0.0.1:3002').split(','),
  };
}
