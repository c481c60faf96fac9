import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';

const forget = statement<[number]>(
  'limits.forget-ended',
  `DELETE FROM rate_limits WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM rate_limits WHERE window_ends < clock_timestamp() - interval '1 minute'
      ORDER BY window_ends LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** Forgets windows of attempts that are over, at most `limit`. @returns how many */
export const forgetEndedWindows = (db: Queryable, limit: number): Promise<number> => forget.run(db, limit);
