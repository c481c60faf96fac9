import pg from 'pg';

/** Anything a statement can run on: the pool, or one connection inside a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /** Connections handed out or waited for. */
  readonly load: () => { busy: number; waiting: number };
  /** Whether the database answers within 2 s and takes writes; asked beside the pool, however busy that is. */
  isWritable(): Promise<boolean>;
  end(): Promise<void>;
}

const { builtins } = pg.types;
type Parser = (text: string) => unknown;
// Running numbers and centimes stay far below 2^53; times leave the database as the API speaks them.
const parsers = new Map<number, Parser>([
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);
/** The driver asks for the parser of every column of every answer: each type is looked up once. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    let parser = parsers.get(oid);
    if (!parser) {
      parser = pg.types.getTypeParser(oid) as Parser;
      parsers.set(oid, parser);
    }
    return parser;
  },
} as pg.CustomTypesConfig;

/**
 * How long is waited at most, in milliseconds: for a connection, on the server for one statement, for its answer; 0 is
 * as long as it takes.
 */
interface Patience {
  readonly connection: number;
  readonly statement: number;
  readonly answer: number;
}

/** For work that somebody started and watches: copying one table of a large business takes minutes. */
const unhurried: Patience = { connection: 3_000, statement: 0, answer: 0 };
/**
 * For the calls of a server: whatever becomes of the database, a call is answered within 5 s (P8). The database gives
 * up before its client does, so that nothing runs on for nobody.
 */
export const forCalls: Patience = { connection: 2_500, statement: 3_000, answer: 3_500 };

/**
 * Every statement is written so that one plan serves all its parameters: planning at each call would cost more than
 * the purchase itself (docs/decisions/0004). A plan outlives the size its tables had when it was made: one that reads
 * the whole of a table that was empty then would read it whole at every call until it is analysed again.
 */
export const planning = '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off';

/**
 * Opens the pool. A small one shields the database: with 2 cores behind it, more than about ten connections
 * only make transactions wait for one another.
 */
export function openDatabase(url: string, options: { max?: number; patience?: Patience } = {}): Database {
  const { max = 10, patience = unhurried } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience.connection,
    idleTimeoutMillis: 60_000,
    statement_timeout: patience.statement,
    query_timeout: patience.answer,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'almas',
    options: planning,
    types,
  });
  survive(pool);
  const probe = openProbe(url);
  return {
    pool,
    query: (config) => pool.query(config),
    load: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    isWritable: probe.isWritable,
    end: async () => {
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

/**
 * Both are needed: an idle and a checked-out connection each report a lost server as an event, and an event without a
 * listener ends the process.
 */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
}

/** One connection of its own that asks the database how it is; everybody who asks meanwhile shares the answer. */
function openProbe(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    idleTimeoutMillis: 10_000,
    application_name: 'almas probe',
  });
  survive(pool);
  let asked: Promise<boolean> | undefined;
  const ask = () =>
    pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby').then(
      ({ rows }) => rows[0]?.standby === false,
      () => false,
    );
  return {
    isWritable: () => {
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      return asked;
    },
    end: () => pool.end(),
  };
}
