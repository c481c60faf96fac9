import pg from 'pg';
import { recordConnectionError } from './failures.ts';
import type { QueryResult } from './prepared-query.ts';
import { types } from './row-shape.ts';
import { type QueryConfig, runQuery } from './run-query.ts';
import { openWriteProbe } from './write-probe.ts';

/** Anything a statement can run on: the pool, or one connection inside a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** A connection for a transaction, until it is released. */
  connect(): Promise<pg.PoolClient>;
  /** Connections handed out or waited for. */
  readonly load: () => { busy: number; waiting: number };
  /** Whether the database responds within 2 s and accepts writes. Checked on a connection outside the pool, which may be busy. */
  isWritable(): Promise<boolean>;
  /** False while the disk is full. Unlike `isWritable` it commits nothing. */
  hasRoom(): Promise<boolean>;
  /** Reports a failed call to the write probe: after "disk full" the probe also checks for free space. */
  recordFailure(error: unknown): void;
  /** May be called again. */
  end(): Promise<void>;
}

/**
 * Time limits in milliseconds: to get a connection, in the database for one statement, and in the driver for its result. 0: no limit.
 */
interface Timeouts {
  readonly connection: number;
  readonly statement: number;
  readonly query: number;
}

/** For the operator's commands: copying one table of a large business takes minutes. */
const commandTimeouts: Timeouts = { connection: 3_000, statement: 0, query: 0 };
/**
 * For the calls of a server: whatever the state of the database, a call is answered within 5 s (P8). The limit of the database is
 * below that of the driver, so that a statement is cancelled before its caller gives up.
 */
export const callTimeouts: Timeouts = { connection: 2_500, statement: 3_000, query: 3_500 };
/**
 * For calls without a session (docs/operations.md counts these connections). A sign-in has a dozen statements and no time limit in all,
 * since passwords are computed between them: each has less time, so that a slow database is still reported within 5 s.
 */
export const publicDatabase = {
  max: 4,
  timeouts: { connection: 1_500, statement: 1_400, query: 1_500 },
} as const;

/**
 * Every statement is written so that one plan serves all its parameters: planning at each call would cost more than
 * the purchase itself (docs/decisions/0004). Cached plans go stale as tables grow: one that was made for an empty table would read the
 * whole table at every call until it is analysed again.
 * Times come in UTC and in the ISO format, whatever the server's own settings: so they are read (row-shape.ts).
 */
export const planning =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off -c timezone=UTC -c datestyle=ISO';

/**
 * Opens the pool. A small one shields the database: with 2 cores behind it, more than about ten connections
 * only make transactions wait for one another.
 */
export function openDatabase(url: string, options: { max?: number; timeouts?: Timeouts } = {}): Database {
  const { max = 10, timeouts = commandTimeouts } = options;
  const pool = new ReportingPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: timeouts.connection,
    idleTimeoutMillis: 60_000,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.query,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'almas',
    options: planning,
    types,
  });
  survive(pool);
  const probe = openWriteProbe(url, survive);
  let ending: Promise<unknown> | undefined;
  return {
    pool,
    connect: () => pool.connect(),
    query: (config) => runQuery(pool, config),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    isWritable: probe.isWritable,
    hasRoom: probe.hasRoom,
    recordFailure: probe.recordFailure,
    end: async () => {
      ending ??= Promise.all([pool.end(), probe.end()]);
      await ending;
    },
  };
}

/** Works on a database of its own pool, which is closed afterwards. */
export async function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(url, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Notes the errors of opening a connection (failures.ts), for statements of the pool as well. */
class ReportingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...connected: Connected) => void): void;
  override connect(callback?: (...connected: Connected) => void): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return super.connect().catch((error: unknown) => {
        recordConnectionError(error);
        throw error;
      });
    super.connect((error, client, release) => {
      recordConnectionError(error);
      callback(error, client, release);
    });
    return undefined;
  }
}

/**
 * Registers error listeners on the pool and on each connection: idle and checked-out connections report a lost server as an event, and
 * an event without a listener would end the process.
 */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', recordConnectionError);
  });
}
