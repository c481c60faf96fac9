import type pg from 'pg';
import type { Queryable } from './pool.ts';

/**
 * A named SQL statement, prepared once per connection. `Params` are its $1, $2, …, each with a name; `Row` is the type of its rows.
 */
export interface Statement<Params extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** Returns all rows. */
  all(on: Queryable, ...params: Params): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  first(on: Queryable, ...params: Params): Promise<Row | undefined>;
  /** Returns the row. @throws Error when there is none */
  one(on: Queryable, ...params: Params): Promise<Row>;
  /** Returns the number of rows written. */
  run(on: Queryable, ...params: Params): Promise<number>;
}

const declared = new Map<string, string>();

/** Every statement declared so far: a convention test prepares each against the migrated database. */
export const declaredStatements = (): ReadonlyMap<string, string> => declared;

/** Declares a statement. @throws Error when another statement has the name */
export function statement<Params extends readonly unknown[], Row extends object = Record<string, never>>(
  name: string,
  text: string,
): Statement<Params, Row> {
  if (declared.has(name) && declared.get(name) !== text)
    throw new Error(`statement ${name} is declared twice`);
  declared.set(name, text);
  const query = (on: Queryable, params: Params) =>
    on.query<Row & pg.QueryResultRow>({ name, text, values: params });
  const first = async (on: Queryable, ...params: Params) => (await query(on, params)).rows[0];
  return {
    name,
    text,
    first,
    all: async (on, ...params) => (await query(on, params)).rows,
    run: async (on, ...params) => (await query(on, params)).rowCount ?? 0,
    one: async (on, ...params) => {
      const [row] = (await query(on, params)).rows;
      if (!row) throw new Error(`statement ${name} returned no row`);
      return row;
    },
  };
}
