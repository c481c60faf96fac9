import type pg from 'pg';
import { failUntil } from '../../app-error.ts';
import { BoundedQueue } from '../../bounded-queue.ts';
import type { Database } from '../../database/pool.ts';
import { cutConnection } from '../../database/query-watchdog.ts';
import type { QueryConfig } from '../../database/run-query.ts';
import { callTimeoutMilliseconds, withTimeout } from '../../http/with-timeout.ts';
import { wideNetworkOf } from '../../limits/network.ts';
import type { Services } from '../../services.ts';

/** Share of the database connections; the rest is left to callers with a session. */
const share = 0.4;
const waiting = 100;
const retrySeconds = 2;

/**
 * Limits the database connections of public calls (sign-in, registration, password reset), which use the database before their caller
 * is known: without a limit, sixty of them would occupy the pool, and purchases would wait behind them. Also limits the time that each
 * call spends on the database, because the time in which passwords are computed has no limit (P8).
 * @returns the services of one such call from an address; its statements fail with UNAVAILABLE when too many calls wait, or too long
 */
export function unauthenticatedCalls(services: Services): (ip: string) => Services {
  const queue = new BoundedQueue(Math.max(1, Math.floor(services.config.databasePool * share)), waiting);
  return (ip) => ({ ...services, db: queued(services.db, queue, wideNetworkOf(ip)) });
}

/** The same database, whose statements and transactions wait in the queue for a connection and share the time of one call. */
function queued(db: Database, queue: BoundedQueue, network: string): Database {
  let admitted = false;
  let timeLeft = callTimeoutMilliseconds;
  /** @returns a function that subtracts the time since this call */
  const measure = () => {
    const began = performance.now();
    return () => {
      timeLeft = Math.max(0, timeLeft - (performance.now() - began));
    };
  };
  const inTime = async <Result>(begin: () => Promise<Result>): Promise<Result> => {
    if (timeLeft < 1) throw failUntil('UNAVAILABLE', retrySeconds);
    const end = measure();
    return withTimeout(begin(), timeLeft).finally(end);
  };
  const enter = async () => {
    const leave = await queue.enter({ network, admitted, longestWait: timeLeft });
    admitted = true;
    return leave;
  };
  const connect = async () => {
    const leave = await enter();
    const client = await db.connect().catch((error: unknown) => {
      leave();
      throw error;
    });
    onRelease(client, leave);
    return client;
  };
  return {
    ...db,
    query: <Row extends pg.QueryResultRow>(config: QueryConfig) =>
      inTime(async () => {
        const leave = await enter();
        return db.query<Row>(config).finally(leave);
      }),
    connect: async () => {
      let connecting: Promise<pg.PoolClient> | undefined;
      const client = await inTime(() => {
        connecting = connect();
        return connecting;
      }).catch((error: unknown) => {
        // The connection may still be opened, and nothing uses it.
        connecting?.then(
          (unused) => unused.release(),
          () => undefined,
        );
        throw error;
      });
      const timer = setTimeout(() => cutConnection(client), timeLeft);
      const end = measure();
      onRelease(client, () => {
        clearTimeout(timer);
        end();
      });
      return client;
    },
  };
}

function onRelease(client: pg.PoolClient, action: () => void): void {
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    action();
  };
}
