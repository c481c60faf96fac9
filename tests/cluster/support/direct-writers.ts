import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Layout, type NodeNumber, nodes } from '../../../ops/cluster/layout.ts';
import { secretsOf, superuserUrl } from '../../../ops/cluster/secrets.ts';

/** Writes to both nodes directly, past every proxy, and records when each acknowledged a commit. */
export interface DirectWriters {
  /** Times of performance.now(). */
  acknowledged(node: NodeNumber): readonly number[];
  stop(): Promise<void>;
}

const everyMilliseconds = 100;
const timeoutMilliseconds = 3_000;

export async function startDirectWriters(layout: Layout): Promise<DirectWriters> {
  const client = new pg.Client(superuserUrl(layout));
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS direct_writes (node int, at timestamptz DEFAULT now())');
  await client.end();
  const moments: Record<NodeNumber, number[]> = { 1: [], 2: [] };
  let stopped = false;
  const write = async (node: NodeNumber) => {
    while (!stopped) {
      const connection = new pg.Client({
        host: layout.lookHost(node),
        port: layout.ports.postgres(node),
        user: 'postgres',
        password: secretsOf(layout).superuser,
        database: 'postgres',
        connectionTimeoutMillis: timeoutMilliseconds,
        query_timeout: timeoutMilliseconds,
      });
      connection.on('error', () => undefined);
      try {
        await connection.connect();
        for (; !stopped; await pause(everyMilliseconds)) {
          await connection.query('INSERT INTO direct_writes (node) VALUES ($1)', [node]);
          moments[node].push(performance.now());
        }
      } catch {
        // Retries on a standby, an unreachable node or a commit without an acknowledgement.
        await pause(everyMilliseconds);
      }
      // The connection is destroyed without a cancel request: a cancelled wait for the standby would look like an acknowledged commit.
      (connection as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };
  const running = nodes.map(write);
  return {
    acknowledged: (node) => moments[node],
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}
