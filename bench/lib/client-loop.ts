import pg from 'pg';
import { planning } from '../../server/src/database/pool.ts';
import { type Cell, loop } from './cell.ts';

/** Runs `work` on `connections` database clients for `seconds`, sequentially on each. */
export async function clientLoop(
  url: string,
  connections: number,
  seconds: number,
  work: (client: pg.Client) => Promise<boolean>,
): Promise<Cell> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url, options: planning }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  try {
    return await loop(connections, seconds, (worker) => work(clients[worker] as pg.Client));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
