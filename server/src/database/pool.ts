import pg from 'pg';

/** Anything a statement can run on: the pool, or one connection inside a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** Connections handed out or waited for. */
  readonly load: () => { busy: number; waiting: number };
  end(): Promise<void>;
}

const { builtins } = pg.types;
// Running numbers and centimes stay far below 2^53; times leave the database as the API speaks them.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/**
 * Opens the pool. A small one shields the database: with 2 cores behind it, more than about ten connections
 * only make transactions wait for one another.
 */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'almas',
    // Every statement is written so that one plan serves all its parameters: planning at each call would cost
    // more than the purchase itself (docs/decisions/0004).
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    types,
  });
  // Both are needed: an idle and a checked-out connection each report a lost server as an event, and an event
  // without a listener ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return {
    pool,
    query: (config) => pool.query(config),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}
