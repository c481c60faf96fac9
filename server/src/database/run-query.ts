import type pg from 'pg';
import { PreparedQuery, type QueryResult, type Respond } from './prepared-query.ts';

/** A statement with its parameters. One with a name is prepared once per connection. */
export interface QueryConfig {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Time limit in milliseconds, when it differs from the connection's. */
  readonly query_timeout?: number;
}

/** The driver accepts foreign query objects, which its types do not say. */
interface TakesQuery {
  query<Row>(query: PreparedQuery<Row>, values: undefined, respond: Respond<Row>): void;
}

/** Runs a query on a pool, or on one connection. @throws the database's error, with the stack of the caller */
export async function runQuery<Row>(
  on: pg.Pool | pg.ClientBase,
  config: QueryConfig,
): Promise<QueryResult<Row>> {
  const { name, text, values = [], query_timeout } = config;
  if (name === undefined)
    return on.query(config as pg.QueryConfig) as Promise<unknown> as Promise<QueryResult<Row>>;
  try {
    return await new Promise((resolve, reject) => {
      const query = new PreparedQuery<Row>(name, text, values, query_timeout);
      (on as unknown as TakesQuery).query(query, undefined, (error, result) =>
        result ? resolve(result) : reject(error),
      );
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
