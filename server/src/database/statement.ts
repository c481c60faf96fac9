import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Queryable } from './pool.ts';

/** How parameters are given: up to three in their order, for `$1`, or one object whose fields the SQL names, `:user_id` for `userId`. */
export type Given<P extends object> = P extends readonly unknown[] ? P : [params: P];

/** A named SQL statement, prepared once per connection. `Row` is the type of its rows. */
export interface Statement<P extends object, Row> {
  readonly name: string;
  readonly text: string;
  /** Returns all rows. */
  all(on: Queryable, ...params: Given<P>): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  first(on: Queryable, ...params: Given<P>): Promise<Row | undefined>;
  /** Returns the row. @throws Error when there is none */
  one(on: Queryable, ...params: Given<P>): Promise<Row>;
  /** Returns the number of rows written. */
  run(on: Queryable, ...params: Given<P>): Promise<number>;
}

const declared = new Map<string, string>();

/** Every statement declared so far: a convention test prepares each against the migrated database. */
export const declaredStatements = (): ReadonlyMap<string, string> => declared;

/** Replaces each `:user_id` by its number. @returns the fields in the order of their numbers */
function numberParams(sql: string): { text: string; fields: string[] } {
  const fields: string[] = [];
  const text = sql.replaceAll(/(?<![:\w]):([a-z][a-z_\d]*)/g, (_, name: string) => {
    const field = name.replaceAll(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
    if (!fields.includes(field)) fields.push(field);
    return `$${fields.indexOf(field) + 1}`;
  });
  return { text, fields };
}

/** Declares a statement. @throws Error when another statement has the name */
export function statement<P extends object = [], Row extends object = Record<string, never>>(
  name: string,
  sql: string,
): Statement<P, Row> {
  const prepared = prepare<P, Row>(name, sql);
  if (declared.has(name) && declared.get(name) !== prepared.text)
    throw new Error(`statement ${name} is declared twice`);
  declared.set(name, prepared.text);
  return prepared;
}

/**
 * A statement that was composed for one call: an administrator's list, whose filters decide its parts. Each text is prepared once per
 * connection, so the parts come from a few constants and every other value is a parameter.
 */
export const composed = <Row extends object>(
  sql: string,
): Statement<Readonly<Record<string, unknown>>, Row> =>
  prepare(`composed-${createHash('sha1').update(sql).digest('hex')}`, sql);

function prepare<P extends object, Row extends object>(name: string, sql: string): Statement<P, Row> {
  const { text, fields } = numberParams(sql);
  const isNumbered = /\$\d/.test(sql);
  if (fields.length > 0 && isNumbered) throw new Error(`statement ${name} names and numbers its parameters`);
  const valuesOf = (params: Given<P>): readonly unknown[] => {
    if (isNumbered) return params;
    const [given = {}] = params as readonly Readonly<Record<string, unknown>>[];
    return fields.map((field) => {
      if (given[field] === undefined) throw new Error(`statement ${name} has no value for ${field}`);
      return given[field];
    });
  };
  const query = (on: Queryable, params: Given<P>) =>
    on.query<Row & pg.QueryResultRow>({ name, text, values: valuesOf(params) });
  const first = async (on: Queryable, ...params: Given<P>) => (await query(on, params)).rows[0];
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
