import type { Queryable } from './pool.ts';
import { statement } from './statement.ts';

/** Pages of one part: 8 MB. */
const pagesPerPart = 1_024;
/** One part a minute: all of a table of any size is read within an hour. */
const partsAtMost = 60;

/**
 * Declares a job that deletes expired rows from a table without an index by time: every sale would have to write that index. Each
 * minute the job reads the next part of the table; a table below 8 MB is read whole each time.
 * @param isExpired condition on a row, which may use `:before`, the last parameter of the function
 * @returns a function that deletes at most `limit` expired rows of part number `turn` and returns how many it deleted
 */
export function deleteExpiredInParts(
  name: string,
  table: string,
  isExpired: string,
): (db: Queryable, limit: number, turn?: number, before?: string) => Promise<number> {
  const deleteExpired = statement<{ limit: number; turn: number; before: string | null }>(
    name,
    `WITH size AS (
       SELECT pages, least(${partsAtMost}, 1 + pages / ${pagesPerPart}) AS parts
         FROM (SELECT pg_relation_size('${table}') / current_setting('block_size')::int AS pages) p
     ), part AS MATERIALIZED (
       SELECT format('(%s,0)', pages * (turn % parts) / parts)::tid AS first,
              format('(%s,0)', pages * (turn % parts + 1) / parts + 1)::tid AS last
         FROM size, (VALUES (:turn::bigint)) t (turn)
     )
     DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table}
        WHERE ctid >= (SELECT first FROM part) AND ctid < (SELECT last FROM part) AND ${isExpired}
        LIMIT :limit FOR UPDATE SKIP LOCKED))`,
  );
  return (db, limit, turn = Math.floor(Date.now() / 60_000), before) =>
    deleteExpired.run(db, { limit, turn, before: before ?? null });
}
