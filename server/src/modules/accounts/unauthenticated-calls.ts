import { BoundedQueue } from '../../bounded-queue.ts';
import type { Database } from '../../database/pool.ts';
import { networkOf } from '../../limits/network.ts';
import type { Services } from '../../services.ts';

/** Share of the database connections; the rest is left to callers with a session. */
const share = 0.4;
const waiting = 100;

/**
 * Limits the database connections of public calls (sign-in, registration, password reset), which use the database before their caller
 * is known: without a limit, sixty of them would occupy the pool, and purchases would wait behind them.
 * @returns the services of one such call from an address; its first statement fails with UNAVAILABLE when too many calls wait
 */
export function unauthenticatedCalls(services: Services): (ip: string) => Services {
  const queue = new BoundedQueue(Math.max(1, Math.floor(services.config.databasePool * share)), waiting);
  return (ip) => ({ ...services, db: queued(services.db, queue, networkOf(ip)) });
}

/** The same database, whose statements and transactions wait in the queue for a connection. */
function queued(db: Database, queue: BoundedQueue, network: string): Database {
  let admitted = false;
  const enter = async () => {
    const leave = await queue.enter({ network, admitted });
    admitted = true;
    return leave;
  };
  return {
    ...db,
    query: async (config) => {
      const leave = await enter();
      try {
        return await db.query(config);
      } finally {
        leave();
      }
    },
    connect: async () => {
      const leave = await enter();
      try {
        const client = await db.connect();
        const release = client.release.bind(client);
        client.release = (error) => {
          release(error);
          leave();
        };
        return client;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
