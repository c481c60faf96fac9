import { BoundedQueue } from '../../bounded-queue.ts';
import type { Database } from '../../database/pool.ts';
import { networkOf } from '../../limits/network.ts';
import type { Services } from '../../services.ts';

/** Of the connections to the database; the rest is left to callers with a session. */
const share = 0.4;
const waiting = 100;

/**
 * The services for calls that anybody may make: sign-in, registration, password reset. Each counts itself in the
 * database before anything is known about its caller. Without a bound of their own sixty of them occupy the pool, and a
 * purchase waits behind all of them.
 * @returns what one such call from an address works with; its first statement is refused with UNAVAILABLE when too many wait
 */
export function unauthenticatedCalls(services: Services): (ip: string) => Services {
  const queue = new BoundedQueue(Math.max(1, Math.floor(services.config.databasePool * share)), waiting);
  return (ip) => ({ ...services, db: inTurn(services.db, queue, networkOf(ip)) });
}

/** The same database, each statement and each transaction in its turn. */
function inTurn(db: Database, queue: BoundedQueue, network: string): Database {
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
