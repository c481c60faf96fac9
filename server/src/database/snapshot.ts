import type pg from 'pg';
import type { Database } from './pool.ts';

/**
 * Runs `work` on read-only connections that share one snapshot: `wanted` of them, or as many as the pool has. They are closed afterwards,
 * because work that failed may have changed their state.
 */
export async function withSnapshot<Result>(
  db: Database,
  wanted: number,
  work: (clients: readonly [pg.PoolClient, ...pg.PoolClient[]]) => Promise<Result>,
): Promise<Result> {
  const first = await db.pool.connect();
  const further: pg.PoolClient[] = [];
  try {
    await begin(first);
    const { rows } = await first.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    while (further.length + 1 < Math.min(wanted, db.pool.options.max)) {
      const client = await db.pool.connect();
      further.push(client);
      await begin(client, rows[0]?.snapshot);
    }
    return await work([first, ...further]);
  } finally {
    for (const client of [first, ...further]) client.release(true);
  }
}

/** Gives each piece of work a connection that no other piece uses, as soon as one is free, in the order of the calls. */
export function inTurn(
  clients: readonly pg.PoolClient[],
): <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result> {
  const free = [...clients];
  const waiting: ((client: pg.PoolClient) => void)[] = [];
  return async (work) => {
    const client = free.pop() ?? (await new Promise<pg.PoolClient>((resolve) => void waiting.push(resolve)));
    try {
      return await work(client);
    } finally {
      const next = waiting.shift();
      if (next) next(client);
      else free.push(client);
    }
  };
}

async function begin(client: pg.PoolClient, snapshot?: string): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (snapshot !== undefined) await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
  // A connection may be idle while another reads.
  await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
}
