import type { Queryable } from './pool.ts';
import { statement } from './statement.ts';

/** Pages that are read at once at least: 8 MB. */
const pagesPerPart = 1_024;
/** A part a minute: however large a table has grown, all of it is read within the hour. */
const partsAtMost = 60;

/**
 * A job that deletes what is over from a table without an index by time, since each sale would write an entry into it. The table
 * is read a part each minute in turn; one below 8 MB is read whole each time.
 * @param over condition on a row that may go; `params` are its $3 and following
 * @returns what deletes at most `limit` rows of the part whose turn it is, and returns how many
 */
export function forgetInParts<Params extends readonly unknown[] = []>(
  name: string,
  table: string,
  over: string,
): (db: Queryable, limit: number, turn?: number, ...params: Params) => Promise<number> {
  const forget = statement<[limit: number, turn: number, ...params: Params]>(
    name,
    `WITH size AS (
       SELECT pages, least(${partsAtMost}, 1 + pages / ${pagesPerPart}) AS parts
         FROM (SELECT pg_relation_size('${table}') / current_setting('block_size')::int AS pages) p
     ), part AS MATERIALIZED (
       SELECT format('(%s,0)', pages * (turn % parts) / parts)::tid AS first,
              format('(%s,0)', pages * (turn % parts + 1) / parts + 1)::tid AS last
         FROM size, (VALUES ($2::bigint)) t (turn)
     )
     DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table}
        WHERE ctid >= (SELECT first FROM part) AND ctid < (SELECT last FROM part) AND ${over}
        LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  );
  return (db, limit, turn = Math.floor(Date.now() / 60_000), ...params) =>
    forget.run(db, limit, turn, ...params);
}
